/**
 * For migrations: makes the database ignore rows of erased accounts that are inserted into `table`. Such an INSERT
 * reports zero rows.
 * @param account SQL of the account's id of the row `NEW`; null means no account
 */
export const keepErasedOut = (table: string, account: string): string => `
  CREATE TRIGGER ${table}_keep_erased_out BEFORE INSERT ON ${table}
    FOR EACH ROW WHEN (account_is_erased(${account})) EXECUTE FUNCTION skip_row()`;

/** For the `down` of such a migration. */
export const dropErasedGuard = (table: string): string => `DROP TRIGGER ${table}_keep_erased_out ON ${table}`;

/**
 * The same guard for a table that is written in batches, with one check per statement instead of per row. A statement
 * that inserts a row of an erased account fails, so callers filter the rows first (`erased_among`).
 * @param column the account's id; null for rows without an account
 */
export const refuseErased = (table: string, column: string): string => `
  CREATE FUNCTION ${table}_refuse_erased() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF cardinality(erased_among(ARRAY(SELECT DISTINCT ${column} FROM added))) > 0 THEN
      RAISE EXCEPTION 'A row of % belongs to an erased account', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${table}_keep_erased_out AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse_erased()`;

/** For the `down` of such a migration. */
export const stopRefusingErased = (table: string): string =>
  `${dropErasedGuard(table)}; DROP FUNCTION ${table}_refuse_erased()`;
