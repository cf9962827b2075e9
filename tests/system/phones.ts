/** Numbers with +1 514 555, which belong to fiction: as many as the last four digits have. */
const NUMBERS = 10_000;
let given = 0;

/**
 * A phone that no other person of this stack has: two sign-ups with one phone lead to one account. Each file of tests
 * runs its own stack.
 */
export function newPhone(): string {
  if (given === NUMBERS) throw new Error(`More than ${NUMBERS} players on one stack need longer numbers.`);
  return `+1514555${String(given++).padStart(4, '0')}`;
}
