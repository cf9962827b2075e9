/**
 * For migrations: from now on the database itself leaves out every row of `table` that would belong to an
 * erased account, whoever writes it. The INSERT then says that it added nothing.
 * @param account SQL that gives the account's id of the row `NEW`; null is nobody's
 */
export const keepErasedOut = (table: string, account: string): string => `
  CREATE TRIGGER ${table}_keep_erased_out BEFORE INSERT ON ${table}
    FOR EACH ROW WHEN (account_is_erased(${account})) EXECUTE FUNCTION skip_row()`;

/** For the way back of such a migration. */
export const letErasedIn = (table: string): string => `DROP TRIGGER ${table}_keep_erased_out ON ${table}`;

/**
 * The same guard for a table that is written in batches: one check a statement in place of one a row. A statement
 * that inserts a row of an erased account fails, so whoever inserts leaves those out first (`erased_among`).
 * @param column holds the account's id; null is nobody's
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

/** For the way back of such a migration. */
export const stopRefusingErased = (table: string): string => `${letErasedIn(table)}; DROP FUNCTION ${table}_refuse_erased()`;
