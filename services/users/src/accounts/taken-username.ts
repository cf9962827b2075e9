import { Problem } from '@sprayhunt/service-kit';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/**
 * Turns the database's refusal of a second account under one name into one for people. The index
 * decides, so two who want one name at once cannot both get it.
 */
export function refuseTakenUsername(error: unknown): never {
  const cause = error instanceof QueryFailedError ? (error.driverError as { code?: string; constraint?: string }) : undefined;
  if (cause?.code !== UNIQUE_VIOLATION) throw error;
  if (!cause.constraint?.startsWith('accounts_username'))
    throw new Problem('CONFLICT', 'You are signing up twice at once. Please try again.', { cause: error });
  const detail = 'That username is taken. Please choose another one.';
  throw new Problem('USERNAME_TAKEN', detail, { fields: [{ field: 'username', code: 'USERNAME_TAKEN', detail }], cause: error });
}
