import { readFileSync } from 'node:fs';
import { verifiedPlayer } from '../players.js';

/** Sign-ups at a time. */
const MAX_CONCURRENT = 4;

/** Signs players up over the API of a product in local mode, where the inbox shows their codes. */
export async function signUp(product: { gatewayUrl: string; url: string }, count: number): Promise<string[]> {
  const cookies: string[] = [];
  // Another number in each run against the same product.
  const first = Math.floor(Math.random() * 80_000);
  for (let from = 0; from < count; from += MAX_CONCURRENT) {
    const numbers = Array.from(
      { length: Math.min(MAX_CONCURRENT, count - from) },
      (_, i) => (first + from + i) % 90_000,
    );
    cookies.push(...(await Promise.all(numbers.map((number) => verifiedPlayer(product, number)))));
  }
  return cookies;
}

/** Sessions that exist: a `Cookie` header in each line. */
export function cookiesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) throw new Error(`${file} has no cookies`);
  return lines;
}
