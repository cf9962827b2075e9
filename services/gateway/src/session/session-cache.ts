import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Notifications } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import type { Session } from './session-store.js';

/** Reports ids of ended sessions, for handlers that keep connections of a session. */
interface Events {
  ended: [id: string];
  replaced: [id: string, by: string];
}

@Injectable()
export class SessionEvents extends EventEmitter<Events> {}

const KEPT = 10_000;
/** What a session may outlive its end by, where the notice of it is lost. */
const LASTS_MS = 2_000;

/**
 * The live sessions that this process has looked up a moment ago. The database tells every gateway of each session
 * that ends (see the migration), so that one which was ended elsewhere is looked up again at once.
 */
@Injectable()
export class SessionCache {
  private readonly kept = new LRUCache<string, Session>({ max: KEPT, ttl: LASTS_MS });
  /** How many sessions have ended, so that what was read before an end is not kept after it. */
  private endings = 0;

  constructor(notifications: Notifications, events: SessionEvents) {
    events.on('ended', (id) => this.forget(id));
    events.on('replaced', (id) => this.forget(id));
    notifications.listen('sessions', (id) => {
      if (id === undefined) this.forgetAll();
      else events.emit('ended', id);
    });
  }

  get(id: string): Session | undefined {
    return this.kept.get(id);
  }

  /**
   * Call it before a session is read from the database.
   * @returns keeps what was read, unless a session has ended meanwhile
   */
  reading(): (session: Session) => void {
    const { endings } = this;
    const start = performance.now();
    return (session) => {
      if (endings === this.endings) this.kept.set(session.id, session, { start });
    };
  }

  private forget(id: string): void {
    this.endings += 1;
    this.kept.delete(id);
  }

  private forgetAll(): void {
    this.endings += 1;
    this.kept.clear();
  }
}
