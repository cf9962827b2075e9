/** The name of the consumer of one handler; its place in the stream hangs on it. */
export const consumerName = (service: string, handler: string): string => `${service}_${handler}`;

/** Below this subject a service gets its answers from NATS; nobody else may listen there. */
export const inboxPrefix = (service: string): string => `_INBOX_${service}`;
