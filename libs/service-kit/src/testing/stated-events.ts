/**
 * What a service has stated, sent or not, as an item of FROM with the columns `id`, `subject` and `event`.
 * @param schema of the service, for a connection that sees more than one
 */
export function statedEvents(schema?: string): string {
  const within = schema ? `${schema}.` : '';
  return `(SELECT id, subject, event FROM ${within}outbox UNION ALL SELECT id, subject, event FROM ${within}sent_events) AS stated`;
}
