import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { headOf, parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { MAX_SPELLING_LENGTH, TakenUsernames } from './taken-usernames.js';
import { normalizeUsername, USERNAME_LENGTH, usernameKeys } from './username.js';
import { usernameFault } from './username-fault.js';

const MAX_SUGGESTIONS = 5;

const suggestionsInput = z.object({ like: z.string().max(1_000, 'The name has at most 1,000 characters.') });

/** Suffixes for suggestions; numbers are mixed in, so that both are offered. */
const SUFFIXES = ['_paints', '_walls', '_tags', '_sprays', '_caps'];

/** Used if the input has no valid characters. */
const DEFAULT_NAME = 'painter';

/** Suggests free usernames similar to an input. */
@Injectable()
export class UsernameSuggestions {
  constructor(private readonly taken: TakenUsernames) {}

  /** @returns up to five names that are free now by their unique keys; practically never fewer than three */
  async suggest(input: string): Promise<string[]> {
    parseInput(suggestionsInput, { like: input });
    const candidates = candidatesFor(input).map((name) => ({ name, ...usernameKeys(name) }));
    const taken = await this.taken.findTakenKeys(candidates);
    const free: string[] = [];
    for (const { name, small, capital } of candidates) {
      if (free.length === MAX_SUGGESTIONS) break;
      if (taken.small.has(small) || taken.capital.has(capital)) continue;
      free.push(name);
      // Two suggestions must not look alike either.
      taken.small.add(small);
      taken.capital.add(capital);
    }
    return free;
  }
}

/** Valid names, the best first. The last ones have long numbers, which are free even if all others are taken. */
function candidatesFor(input: string): string[] {
  const suffixes = [
    ...SUFFIXES.flatMap((suffix) => [suffix, randomDigits(2)]),
    ...Array.from({ length: MAX_SUGGESTIONS }, () => randomDigits(6)),
  ];
  const namesOf = (base: string) =>
    suffixes.map((suffix) => `${shortened(base, suffix.length)}${suffix}`).filter((name) => !usernameFault(name));
  const candidates = namesOf(validPartOf(input));
  return candidates.length > 0 ? candidates : namesOf(DEFAULT_NAME);
}

/** Without 0 and 1, which look like letters. */
const randomDigits = (digits: number) => Array.from({ length: digits }, () => randomInt(2, 10)).join('');

/** The valid characters of a text. */
function validPartOf(input: string): string {
  const validPart = normalizeUsername(
    input
      .slice(0, MAX_SPELLING_LENGTH)
      .normalize('NFKC')
      .replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, ''),
  ).replace(/^[^\p{L}\p{N}]+/u, '');
  return shortened(validPart, 0) || DEFAULT_NAME;
}

/** Shortened to leave space for a suffix; ends with a letter or digit. */
const shortened = (name: string, suffixLength: number): string =>
  headOf(name, USERNAME_LENGTH.max - suffixLength).replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
