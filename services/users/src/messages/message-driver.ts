import type { Message } from './message.entity.js';

/** Brings a message to a person. Throws where it could not; its job tries again later. */
export interface MessageDriver {
  deliver(message: Message): Promise<void>;
  close?(): void;
}
