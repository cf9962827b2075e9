import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { QueryFailedError } from 'typeorm';
import { usernameKeys, type UsernameKeys } from './username.js';

const UNIQUE_VIOLATION = '23505';

/** In UTF-16 units; a valid name cannot be longer. */
export const MAX_SPELLING_LENGTH = 200;

/** Looks up taken usernames. */
@Injectable()
export class TakenUsernames {
  constructor(private readonly pool: SqlPool) {}

  /** Finds the taken keys, with the other key of their accounts. */
  async findTakenKeys(keys: readonly UsernameKeys[]): Promise<{ small: Set<string>; capital: Set<string> }> {
    const { rows } = await this.pool.query<UsernameKeys>({
      name: 'taken-usernames',
      text: `SELECT username_small AS small, username_capital AS capital FROM accounts
             WHERE username_small = ANY ($1) OR username_capital = ANY ($2)`,
      values: [keys.map(({ small }) => small), keys.map(({ capital }) => capital)],
    });
    return { small: new Set(rows.map(({ small }) => small)), capital: new Set(rows.map(({ capital }) => capital)) };
  }

  /**
   * Parses an input with a username. A name that is invalid because it imitates a taken one is rejected as taken.
   * @throws Problem `USERNAME_TAKEN`, and what `read` throws
   */
  async readWithUsername<T>(username: string | null | undefined, read: () => T): Promise<T> {
    try {
      return read();
    } catch (error) {
      if (isInvalidName(error) && username && (await this.isTaken(username))) throw usernameTaken(error);
      throw error;
    }
  }

  private async isTaken(name: string): Promise<boolean> {
    if (name.length > MAX_SPELLING_LENGTH) return false;
    const { small, capital } = await this.findTakenKeys([usernameKeys(name)]);
    return small.size + capital.size > 0;
  }
}

const isInvalidName = (error: unknown): boolean =>
  error instanceof Problem &&
  error.fields?.length === 1 &&
  error.fields[0]!.field === 'username' &&
  ['INVALID', 'RESERVED'].includes(error.fields[0]!.code);

/**
 * Maps a unique violation of a username to a problem. The index decides, so two simultaneous requests cannot get the
 * same name.
 */
export function throwUsernameTaken(error: unknown): never {
  const cause =
    error instanceof QueryFailedError ? (error.driverError as { code?: string; constraint?: string }) : undefined;
  if (cause?.code !== UNIQUE_VIOLATION) throw error;
  if (!cause.constraint?.startsWith('accounts_username'))
    throw new Problem('CONFLICT', 'You are signing up twice at once. Please try again.', { cause: error });
  throw usernameTaken(error);
}

function usernameTaken(cause: unknown): Problem {
  const detail = 'That username is taken. Please choose another one.';
  return new Problem('USERNAME_TAKEN', detail, {
    fields: [{ field: 'username', code: 'USERNAME_TAKEN', detail }],
    cause,
  });
}
