import { randomUUID } from 'node:crypto';

/** The id of somebody who has an account or may get one: random, for others see it (ADR 21). */
export const newSubject = (): string => randomUUID();

/**
 * For a migration: `public_id(uuid)` is the id by which others know an account. It is the account's
 * own; of one that tells when it was made (UUIDv7, given out in former times) it is the random part.
 */
export const CREATE_PUBLIC_ID = `
  CREATE FUNCTION public_id(account uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN substr(account::text, 15, 1) = '7' THEN ('00000000-0000-8' || substr(account::text, 16))::uuid ELSE account END
  $$`;
