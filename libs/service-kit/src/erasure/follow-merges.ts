/**
 * For migrations: from now on the database stores a row that is inserted into `table` for a merged subject under the
 * account that continues, whether a late event or a request under way writes it. Triggers run in the order of
 * their names: this one precedes the guard of `keepErasedOut`.
 * @param column holds the owner's id; null is no one's
 */
export const followMerges = (table: string, column: string): string => `
  CREATE FUNCTION ${table}_follow_merges() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    NEW.${column} := current_account(NEW.${column});
    RETURN NEW;
  END $$;
  CREATE TRIGGER ${table}_follow_merges BEFORE INSERT ON ${table}
    FOR EACH ROW WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION ${table}_follow_merges()`;

/** For the `down` of such a migration. */
export const stopFollowingMerges = (table: string): string =>
  `DROP TRIGGER ${table}_follow_merges ON ${table}; DROP FUNCTION ${table}_follow_merges()`;
