/**
 * Limits of a service's connections in milliseconds, by their names in Postgres. They are set on the role in its
 * database, because a pooler does not pass on the options of a connection; without a pooler each connection sets them
 * as well.
 */
export const LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };
