import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { headOf, parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { LONGEST_SPELLING, TakenUsernames } from './taken-usernames.js';
import { normalizeUsername, USERNAME_LENGTH, usernameKeys } from './username.js';
import { usernameFault } from './username-fault.js';

const MOST = 5;

export const suggestionsInput = z.object({ like: z.string().max(1_000, 'The name has at most 1,000 characters.') });

/** Suffixes of the name; numbers are mixed in, so that both are offered. */
const TAILS = ['_paints', '_walls', '_tags', '_sprays', '_caps'];

/** Used when the input has no valid beginning of a name. */
const NO_NAME = 'painter';

/** Suggests free names similar to a wanted one. */
@Injectable()
export class UsernameSuggestions {
  constructor(private readonly taken: TakenUsernames) {}

  /** @returns up to five names that are free now by their unique keys; practically never fewer than three */
  async like(wanted: string): Promise<string[]> {
    parseInput(suggestionsInput, { like: wanted });
    const candidates = candidatesFor(wanted).map((name) => ({ name, ...usernameKeys(name) }));
    const taken = await this.taken.keysLike(candidates);
    const free: string[] = [];
    for (const { name, small, capital } of candidates) {
      if (free.length === MOST) break;
      if (taken.small.has(small) || taken.capital.has(capital)) continue;
      free.push(name);
      // No two suggestions look alike either.
      taken.small.add(small);
      taken.capital.add(capital);
    }
    return free;
  }
}

/** Valid names, the best first. The long numbers at the end are free even if all others are taken. */
function candidatesFor(wanted: string): string[] {
  const tails = [...TAILS.flatMap((tail) => [tail, numberOf(2)]), ...Array.from({ length: MOST }, () => numberOf(6))];
  const namesOf = (base: string) =>
    tails.map((tail) => `${shortened(base, tail.length)}${tail}`).filter((name) => !usernameFault(name));
  const like = namesOf(nameIn(wanted));
  return like.length > 0 ? like : namesOf(NO_NAME);
}

/** Without 0 and 1, which look like letters. */
const numberOf = (digits: number) => Array.from({ length: digits }, () => randomInt(2, 10)).join('');

/** The valid characters of a text. */
function nameIn(wanted: string): string {
  const kept = normalizeUsername(
    wanted
      .slice(0, LONGEST_SPELLING)
      .normalize('NFKC')
      .replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, ''),
  ).replace(/^[^\p{L}\p{N}]+/u, '');
  return shortened(kept, 0) || NO_NAME;
}

/** Leaves room for a suffix; ends with a letter or digit. */
const shortened = (name: string, room: number): string =>
  headOf(name, USERNAME_LENGTH.max - room).replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
