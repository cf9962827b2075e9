import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { LONGEST_SPELLING, TakenUsernames } from './taken-usernames.js';
import { tidyUsername, USERNAME_LENGTH, usernameKeys } from './username.js';
import { usernameFault } from './username-fault.js';

const MOST = 5;

export const suggestionsInput = z.object({ like: z.string().max(1_000, 'The name has at most 1,000 characters.') });

/** What is put behind the name; the numbers come in between, so that a few of each are offered. */
const TAILS = ['_paints', '_walls', '_tags', '_sprays', '_caps'];

/** For those who typed nothing that a name may begin with. */
const NO_NAME = 'painter';

/** Names that are like a wanted one and belong to nobody. */
@Injectable()
export class UsernameSuggestions {
  constructor(private readonly taken: TakenUsernames) {}

  /** @returns up to five names that are free at this moment, by the keys that make names unique; practically never fewer than three */
  async like(wanted: string): Promise<string[]> {
    parseInput(suggestionsInput, { like: wanted });
    const candidates = candidatesFor(wanted).map((name) => ({ name, ...usernameKeys(name) }));
    const taken = await this.taken.keysLike(candidates);
    const free: string[] = [];
    for (const { name, small, capital } of candidates) {
      if (free.length === MOST) break;
      if (taken.small.has(small) || taken.capital.has(capital)) continue;
      free.push(name);
      // Nor do two of the answer look alike.
      taken.small.add(small);
      taken.capital.add(capital);
    }
    return free;
  }
}

/** Valid names, the nicest first. The long numbers at the end are free even where all the others are taken. */
function candidatesFor(wanted: string): string[] {
  const tails = [...TAILS.flatMap((tail) => [tail, numberOf(2)]), ...Array.from({ length: MOST }, () => numberOf(6))];
  const namesOf = (base: string) => tails.map((tail) => `${shortened(base, tail.length)}${tail}`).filter((name) => !usernameFault(name));
  const like = namesOf(nameIn(wanted));
  return like.length > 0 ? like : namesOf(NO_NAME);
}

/** No 0 and no 1, which look like letters. */
const numberOf = (digits: number) => Array.from({ length: digits }, () => randomInt(2, 10)).join('');

/** The part of a text that a name may consist of. */
function nameIn(wanted: string): string {
  const kept = tidyUsername(wanted.slice(0, LONGEST_SPELLING).normalize('NFKC').replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, '')).replace(/^[^\p{L}\p{N}]+/u, '');
  return shortened(kept, 0) || NO_NAME;
}

/** Leaves room for what comes behind; ends with a letter or digit. */
const shortened = (name: string, room: number): string =>
  [...name]
    .slice(0, USERNAME_LENGTH.max - room)
    .join('')
    .replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
