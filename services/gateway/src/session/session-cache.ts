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
/** Longest time that a session stays valid after its end if the notification is lost. */
const LASTS_MS = 2_000;

/**
 * Caches valid sessions for a moment. The database notifies every gateway of each session
 * that ends, and of each account whose roles or suspension change (see the migrations), so that it is read again at
 * once.
 */
@Injectable()
export class SessionCache {
  private readonly kept = new LRUCache<string, Session>({ max: KEPT, ttl: LASTS_MS });
  /** Number of ends and changes, so that a session read before one is not cached after it. */
  private endings = 0;

  constructor(notifications: Notifications, events: SessionEvents) {
    events.on('ended', (id) => this.forget(id));
    events.on('replaced', (id) => this.forget(id));
    notifications.listen('sessions', (id) => {
      if (id === undefined) this.forgetAll();
      else events.emit('ended', id);
    });
    notifications.listen('standings', (account) => {
      if (account === undefined) this.forgetAll();
      else this.forgetOf(account);
    });
  }

  get(id: string): Session | undefined {
    return this.kept.get(id);
  }

  /**
   * Called before a session is read from the database.
   * @returns a function that caches the session, unless one has ended or changed meanwhile
   */
  reading(): (session: Session) => void {
    const { endings } = this;
    const start = performance.now();
    return (session) => {
      if (endings === this.endings) this.kept.set(session.id, session, { start });
    };
  }

  /** Called by the process that ends a session, which need not wait for the notification. */
  forget(id: string): void {
    this.endings += 1;
    this.kept.delete(id);
  }

  /** Standings change rarely: one scan of the cache then costs less than an index of it. */
  private forgetOf(account: string): void {
    this.endings += 1;
    for (const [id, { holder }] of this.kept.entries()) if (holder.subject === account) this.kept.delete(id);
  }

  private forgetAll(): void {
    this.endings += 1;
    this.kept.clear();
  }
}
