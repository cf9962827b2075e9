import type { DataSource } from 'typeorm';

/**
 * As if each process died between the commit of a mutation and its response: only what the transaction itself has
 * stored under the `Idempotency-Key` remains.
 */
export async function withLostResponses<T>(database: DataSource, run: () => Promise<T>): Promise<T> {
  await database.query(`
    CREATE FUNCTION lose_response() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER lose_response BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION lose_response()`);
  try {
    return await run();
  } finally {
    await database.query(`DROP TRIGGER lose_response ON idempotency_keys; DROP FUNCTION lose_response()`);
  }
}
