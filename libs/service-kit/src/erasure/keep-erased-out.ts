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
