import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SessionEvents } from '../session/session-cache.js';

/** Mean radius of the earth in metres (IUGG). */
const EARTH_METRES = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Whether a place lies within a viewport's circle, by great-circle distance. */
export function isNear(viewport: Viewport, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  const north = Math.sin(((latitude - viewport.latitude) * RADIANS) / 2);
  const east = Math.sin(((longitude - viewport.longitude) * RADIANS) / 2);
  const h = north * north + Math.cos(viewport.latitude * RADIANS) * Math.cos(latitude * RADIANS) * east * east;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h))) <= viewport.radius;
}

/** A circle on the earth: degrees and metres. */
export interface Viewport {
  latitude: number;
  longitude: number;
  radius: number;
}

const REMEMBERED = 50_000;

/** The last viewport of each session; live connections without their own place follow it. */
@Injectable()
export class LastViewports {
  private readonly viewports = new LRUCache<string, Viewport>({ max: REMEMBERED });

  constructor(sessions: SessionEvents) {
    sessions.on('replaced', (from, to) => this.move(from, to));
  }

  remember(sessionId: string, { latitude, longitude, radius }: Viewport): void {
    this.viewports.set(sessionId, { latitude, longitude, radius });
  }

  /** A session that replaces another keeps its viewport. */
  private move(from: string, to: string): void {
    const viewport = this.viewports.get(from);
    if (viewport) this.viewports.set(to, viewport);
  }

  of(sessionId: string): Viewport | undefined {
    return this.viewports.get(sessionId);
  }
}
