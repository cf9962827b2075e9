import { randomUUID } from 'node:crypto';

/** The id of a player or of a guest who may become one: random, because others see it. */
export const newSubject = (): string => randomUUID();

/**
 * For a migration: `public_id(uuid)` is an account's public id. It is the account's id, or for an older UUIDv7, which
 * contains its creation time, its random part.
 */
export const CREATE_PUBLIC_ID = `
  CREATE FUNCTION public_id(account uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN substr(account::text, 15, 1) = '7' THEN ('00000000-0000-8' || substr(account::text, 16))::uuid
      ELSE account END
  $$`;
