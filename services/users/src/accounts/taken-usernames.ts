import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { QueryFailedError } from 'typeorm';
import { usernameKeys, type UsernameKeys } from './username.js';

const UNIQUE_VIOLATION = '23505';

/** UTF-16 units, more than 30 characters can have. */
export const LONGEST_SPELLING = 200;

/** Looks up taken usernames. */
@Injectable()
export class TakenUsernames {
  constructor(private readonly pool: SqlPool) {}

  /** The taken keys among the given ones, and the other key of those accounts. */
  async keysLike(wanted: readonly UsernameKeys[]): Promise<{ small: Set<string>; capital: Set<string> }> {
    const { rows } = await this.pool.query<UsernameKeys>({
      name: 'taken-usernames',
      text: `SELECT username_small AS small, username_capital AS capital FROM accounts
             WHERE username_small = ANY ($1) OR username_capital = ANY ($2)`,
      values: [wanted.map(({ small }) => small), wanted.map(({ capital }) => capital)],
    });
    return { small: new Set(rows.map(({ small }) => small)), capital: new Set(rows.map(({ capital }) => capital)) };
  }

  /**
   * Reads an input with a username. A name that is invalid because it imitates a taken one
   * is refused as taken.
   * @throws Problem `USERNAME_TAKEN`, and what `read` throws
   */
  async reading<T>(username: string | null | undefined, read: () => T): Promise<T> {
    try {
      return read();
    } catch (error) {
      if (isUnfitName(error) && username && (await this.isTaken(username))) throw usernameTaken(error);
      throw error;
    }
  }

  private async isTaken(name: string): Promise<boolean> {
    if (name.length > LONGEST_SPELLING) return false;
    const { small, capital } = await this.keysLike([usernameKeys(name)]);
    return small.size + capital.size > 0;
  }
}

const isUnfitName = (error: unknown): boolean =>
  error instanceof Problem &&
  error.fields?.length === 1 &&
  error.fields[0]!.field === 'username' &&
  ['INVALID', 'RESERVED'].includes(error.fields[0]!.code);

/**
 * Turns the database's unique violation of a name into a problem. The index
 * decides, so two simultaneous requests cannot both get a name.
 */
export function refuseTakenUsername(error: unknown): never {
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
