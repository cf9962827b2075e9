import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SessionEvents } from '../session/session-events.js';

/** A circle on the earth: degrees and metres. */
export interface Viewport {
  latitude: number;
  longitude: number;
  radius: number;
}

const REMEMBERED = 50_000;

/** Where each session looked last; a live connection without a place of its own follows it. */
@Injectable()
export class LastViewports {
  private readonly viewports = new LRUCache<string, Viewport>({ max: REMEMBERED });

  constructor(sessions: SessionEvents) {
    sessions.on('replaced', (from, to) => this.move(from, to));
  }

  remember(sessionId: string, { latitude, longitude, radius }: Viewport): void {
    this.viewports.set(sessionId, { latitude, longitude, radius });
  }

  /** A new session in place of another goes on looking at the same place. */
  private move(from: string, to: string): void {
    const viewport = this.viewports.get(from);
    if (viewport) this.viewports.set(to, viewport);
  }

  of(sessionId: string): Viewport | undefined {
    return this.viewports.get(sessionId);
  }
}
