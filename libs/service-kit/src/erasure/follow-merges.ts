/**
 * For migrations: makes the database store rows that late events or running requests insert into `table` for a merged
 * subject under the surviving account. Triggers run in the order of their names: this one precedes the guard of
 * `keepErasedOut`.
 * @param column the owner's id; null for rows without an owner
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
