import { Injectable } from '@nestjs/common';
import { cursorOfPosition } from '../changes/since.js';
import type { LoggedChange } from '../changes/change-reads.js';
import { DiscoveryReads } from '../discoveries/discovery-reads.js';
import { WallReads } from '../walls/wall-reads.js';
import type { Message } from './post-message.js';

/** Webhook messages of changes. */
@Injectable()
export class WebhookMessages {
  constructor(
    private readonly works: DiscoveryReads,
    private readonly walls: WallReads,
  ) {}

  /** The message of a change, with the current state of its work or wall; only the id if it was deleted. */
  async of({ position, kind, subject, at }: LoggedChange): Promise<Message> {
    const [what, event] = kind.split('.') as ['work' | 'wall', string];
    const now =
      event === 'removed' ? null : what === 'work' ? await this.work(subject) : await this.walls.byId(subject);
    const data = { id: subject, cursor: cursorOfPosition(position), [what]: now };
    return { id: `change_${position}`, body: JSON.stringify({ type: kind, timestamp: at.toISOString(), data }) };
  }

  /** The same fields as in the API, without the caller's like. */
  private async work(id: string): Promise<object | null> {
    const [work] = await this.works.byIds([id], undefined);
    if (!work) return null;
    const { liked: _, ...shown } = work;
    return shown;
  }
}

/** The position of a message's change; undefined for a test delivery. */
export function positionOfMessage(id: string): number | undefined {
  const [, position] = /^change_(\d+)$/.exec(id) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** A test delivery. */
export const pingAt = (at: Date): Message => ({
  id: `ping_${at.getTime()}`,
  body: JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data: {} }),
});
