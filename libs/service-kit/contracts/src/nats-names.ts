/** The consumer name of one handler; its position in the stream depends on it. */
export const consumerName = (service: string, handler: string): string => `${service}_${handler}`;

/** A service receives its replies from NATS below this subject; no other user may subscribe to it. */
export const inboxPrefix = (service: string): string => `_INBOX_${service}`;
