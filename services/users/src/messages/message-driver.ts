import type { Message } from './message.entity.js';

/** Delivers a message to a person. Throws if it cannot; its job retries later. */
export interface MessageDriver {
  deliver(message: Message): Promise<void>;
  close?(): void;
}
