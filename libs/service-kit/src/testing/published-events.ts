/**
 * A service's events, sent or not, as a FROM item with the columns `id`, `subject` and `event`.
 * @param schema of the service, for connections that see several schemas
 */
export function publishedEvents(schema?: string): string {
  const within = schema ? `${schema}.` : '';
  return `(SELECT id, subject, event FROM ${within}outbox UNION ALL SELECT id, subject, event FROM ${within}sent_events) AS stated`;
}
