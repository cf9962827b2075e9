import { RETENTION } from './idempotency-keys.js';

/**
 * For migrations: copies the keys that the former release stores with the rows that a mutation makes, those of rows
 * that it still adds while this release is rolled out as well.
 * @param table its rows have ids of version 7, `idempotency_key` and `idempotency_hash`
 * @param owner the column with the holder of the key
 */
export const copyFormerKeys = (table: string, owner: string, operation: string): string => `
  INSERT INTO idempotency_keys (holder_id, key, operation, input_hash, result, created_at)
  SELECT ${valuesOf('made', owner, operation)} FROM ${table} made
  WHERE idempotency_key IS NOT NULL AND created_at > now() - ${RETENTION}
  AND id >= rpad(lpad(to_hex((extract(epoch FROM now() - ${RETENTION}) * 1000)::bigint), 12, '0'), 32, '0')::uuid
  ON CONFLICT DO NOTHING;
  CREATE FUNCTION ${table}_copy_key() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO idempotency_keys (holder_id, key, operation, input_hash, result, created_at)
    VALUES (${valuesOf('NEW', owner, operation)}) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${table}_copy_key AFTER INSERT ON ${table}
    FOR EACH ROW WHEN (NEW.idempotency_key IS NOT NULL) EXECUTE FUNCTION ${table}_copy_key()`;

/** For the `down` of such a migration. */
export const stopCopyingKeys = (table: string): string =>
  `DROP TRIGGER ${table}_copy_key ON ${table}; DROP FUNCTION ${table}_copy_key()`;

const valuesOf = (row: string, owner: string, operation: string) =>
  `${row}.${owner}, ${row}.idempotency_key, '${operation}', coalesce(${row}.idempotency_hash, ` +
  `''), ${row}.id::text, ${row}.created_at`;
