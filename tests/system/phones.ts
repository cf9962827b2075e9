import { randomInt } from 'node:crypto';

/** Numbers with +1 514 555, which belong to fiction: as many as the last four digits have. */
const NUMBERS = 10_000;
let last = randomInt(NUMBERS);

/** A phone that no other person of these tests has: two sign-ups with one phone lead to one account. */
export function newPhone(): string {
  last = (last + 1) % NUMBERS;
  return `+1514555${String(last).padStart(4, '0')}`;
}
