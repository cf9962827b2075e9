import type { ConnectionCost } from './connection-cost.js';

/**
 * How a caller asks for less than an operation now costs.
 * @param argument what the caller names the length of a list: `first`, or `limit` by REST
 * @param left points that the client has
 */
export function costAdvice(cost: ConnectionCost, variables: Record<string, unknown>, argument: string, left: number): string {
  const dearest = cost.dearestList(variables, left);
  if (!dearest) return 'Ask for fewer fields, or later.';
  const { field, fits } = dearest;
  if (fits < 1) return `\`${field}\` costs most, and too much with a \`${argument}\` of 1, too: ask for fewer fields, or later.`;
  return `\`${field}\` costs most: with a \`${argument}\` of ${fits} there is enough. Fewer fields cost less, too.`;
}
