import type { ConnectionCost } from './connection-cost.js';

/**
 * How a caller can lower the cost of an operation, as a sentence.
 * @param argument the caller's name for the length of a list: `first`, or `limit` in REST
 * @param left points that the client has
 */
export function costAdvice(cost: ConnectionCost, variables: Record<string, unknown>, argument: string, left: number): string {
  const dearest = cost.dearestList(variables, left);
  if (!dearest) return 'Ask for fewer fields, or later.';
  const { field, fits } = dearest;
  if (fits < 1) return `\`${field}\` costs most, and too much with a \`${argument}\` of 1, too: ask for fewer fields, or later.`;
  return `\`${field}\` costs most: with a \`${argument}\` of ${fits} there is enough. Fewer fields cost less, too.`;
}
