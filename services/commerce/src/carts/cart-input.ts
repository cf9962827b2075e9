import { fault, Problem } from '@sprayhunt/service-kit';
import { z } from 'zod';

export const MAX_LINES = 50;
export const MAX_PIECES = 200;

/** Requested quantity of one product and size. */
export interface RequestedLine {
  productId: string;
  /** '' for a product of one size. */
  size: string;
  quantity: number;
}

const cartLine = z.object({
  productId: z.uuid('There is no such product.'),
  size: z
    .string()
    .max(20, 'A size has at most 20 characters.')
    .nullish()
    .transform((size) => size ?? ''),
  quantity: z
    .int('The quantity is a whole number.')
    .min(1, 'The quantity is at least 1.')
    .max(MAX_PIECES, `The quantity is at most ${MAX_PIECES}.`),
});

/**
 * The lines of an input; the quantities of equal lines are added up.
 * @throws Problem `CART_TOO_LARGE` for more than 50 lines
 */
export const cartLines = z.array(cartLine).transform((lines, context): RequestedLine[] => {
  if (lines.length > MAX_LINES) throw tooLarge();
  const merged = mergeLines(lines, (a, b) => a + b);
  return merged.every(({ quantity }) => quantity <= MAX_PIECES)
    ? merged
    : fault(context, 'TOO_BIG', `The quantity of one product is at most ${MAX_PIECES}.`);
});

/** One line for each product and size, in the order of their first occurrence. */
export function mergeLines<Line extends RequestedLine>(
  lines: readonly Line[],
  quantity: (a: number, b: number) => number,
): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const key = lineKey(line);
    const before = merged.get(key);
    merged.set(key, before ? { ...before, quantity: quantity(before.quantity, line.quantity) } : line);
  }
  return [...merged.values()];
}

export const lineKey = ({ productId, size }: Pick<RequestedLine, 'productId' | 'size'>): string =>
  `${productId} ${size}`;

export const tooLarge = () =>
  new Problem('CART_TOO_LARGE', `An order has at most ${MAX_LINES} lines and 999,999.99 US dollars.`);
