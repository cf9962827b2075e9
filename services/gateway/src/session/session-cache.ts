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

const MAX_CACHED = 10_000;
/** Longest time that a session stays valid after its end if the notification is lost. */
const TTL_MS = 2_000;

/**
 * Caches valid sessions for a moment. The database notifies every gateway of each session that ends, and of each
 * account whose roles or suspension change (see the migrations), so that it is read again at once.
 */
@Injectable()
export class SessionCache {
  private readonly sessions = new LRUCache<string, Session>({ max: MAX_CACHED, ttl: TTL_MS });
  /** Number of ended and changed sessions; a session that was read before a change is not cached after it. */
  private changes = 0;

  constructor(notifications: Notifications, events: SessionEvents) {
    events.on('ended', (id) => this.evict(id));
    events.on('replaced', (id) => this.evict(id));
    notifications.listen('sessions', (id) => {
      if (id === undefined) this.evictAll();
      else events.emit('ended', id);
    });
    notifications.listen('standings', (account) => {
      if (account === undefined) this.evictAll();
      else this.evictAccount(account);
    });
  }

  get(id: string): Session | undefined {
    return this.sessions.get(id);
  }

  /**
   * Called before a session is read from the database.
   * @returns a function that caches the session, unless a session ended or changed during the read
   */
  reading(): (session: Session) => void {
    const { changes } = this;
    const start = performance.now();
    return (session) => {
      if (changes === this.changes) this.sessions.set(session.id, session, { start });
    };
  }

  /** Called by the process that ends a session, which need not wait for the notification. */
  evict(id: string): void {
    this.changes += 1;
    this.sessions.delete(id);
  }

  /** Standings change rarely: one scan of the cache then costs less than an index of it. */
  private evictAccount(account: string): void {
    this.changes += 1;
    for (const [id, { holder }] of this.sessions.entries()) if (holder.subject === account) this.sessions.delete(id);
  }

  private evictAll(): void {
    this.changes += 1;
    this.sessions.clear();
  }
}
