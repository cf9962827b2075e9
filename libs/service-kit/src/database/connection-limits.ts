/**
 * Limits of a service's connections in milliseconds, by their names in Postgres. The role has them in its database,
 * because a pooler passes none of what a connection is opened with; without a pooler each connection asks for them as well.
 */
export const LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };
