/** One product and size, and how many of it. */
export interface WantedLine {
  productId: string;
  size: string | null;
  quantity: number;
}

/** As the server has it. */
export const MAX_PIECES = 200;
export const MAX_LINES = 50;

const isSame = (one: Omit<WantedLine, 'quantity'>, other: Omit<WantedLine, 'quantity'>) =>
  one.productId === other.productId && one.size === other.size;

/** How many of a product and size are in a cart. */
export const quantityOf = (lines: readonly WantedLine[], wanted: Omit<WantedLine, 'quantity'>) =>
  lines.find((line) => isSame(line, wanted))?.quantity ?? 0;

/** The lines with another quantity of one product and size: in its place, or last where it is new; 0 takes it out. */
export function withQuantity(lines: readonly WantedLine[], { productId, size, quantity }: WantedLine): WantedLine[] {
  const line = { productId, size, quantity: Math.min(quantity, MAX_PIECES) };
  const others = lines.filter((other) => quantity > 0 || !isSame(other, line));
  return quantity > 0 && !others.some((other) => isSame(other, line))
    ? [...others, line]
    : others.map((other) => (isSame(other, line) ? line : other));
}
