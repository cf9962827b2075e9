import { Injectable } from '@nestjs/common';
import { greatCircle, log, SqlPool, type Place } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import { SessionEvents } from '../session/session-cache.js';

/** Whether a place lies within a viewport's circle, by great-circle distance. */
export const isNear = (viewport: Viewport, place: Place): boolean => greatCircle(viewport, place) <= viewport.radius;

/** A circle on the earth: degrees and metres. */
export interface Viewport extends Place {
  radius: number;
}

/** A viewport, and when it was shown by the clock of its gateway, in milliseconds since 1970. */
interface Seen extends Viewport {
  at: number;
}

interface Row extends Seen {
  id_hash: Buffer;
}

const MAX_VIEWPORTS = 50_000;
/** Milliseconds until a viewport is written for the other gateways, or tried again. */
const WRITE_MS = 250;
const RETRY_MS = 2_000;
/** Shortest time between two reads of other gateways' viewports. */
const READ_MS = 500;

/** In the order of the keys, so that two gateways never wait for each other. A session may have ended meanwhile. */
const WRITE = `
  INSERT INTO session_viewports AS kept (id_hash, latitude, longitude, radius, seen_at)
  SELECT id_hash, latitude, longitude, radius, to_timestamp(at / 1000)
  FROM unnest($1::bytea[], $2::float[], $3::float[], $4::float[], $5::float[])
    AS seen (id_hash, latitude, longitude, radius, at) JOIN sessions USING (id_hash)
  ORDER BY id_hash
  ON CONFLICT (id_hash) DO UPDATE
    SET (latitude, longitude, radius, seen_at)
      = (excluded.latitude, excluded.longitude, excluded.radius, excluded.seen_at)
  WHERE kept.seen_at < excluded.seen_at`;
const READ = `
  SELECT id_hash, latitude, longitude, radius, (extract(epoch FROM seen_at) * 1000)::float AS at
  FROM session_viewports WHERE id_hash = ANY($1)`;
const MOVE = `
  INSERT INTO session_viewports (id_hash, latitude, longitude, radius, seen_at)
  SELECT $2, latitude, longitude, radius, seen_at FROM session_viewports WHERE id_hash = $1
  ON CONFLICT DO NOTHING`;

/**
 * The last viewport of each session; live connections without their own place follow it. A viewport that one gateway
 * receives reaches the others within a second, and a gateway that starts.
 */
@Injectable()
export class LastViewports {
  private readonly viewports = new LRUCache<string, Seen>({ max: MAX_VIEWPORTS });
  private readonly unwritten = new LRUCache<string, Seen>({ max: MAX_VIEWPORTS });
  private timer?: NodeJS.Timeout;
  private reading?: Promise<void>;
  private readAt = -Infinity;

  constructor(
    private readonly pool: SqlPool,
    sessions: SessionEvents,
  ) {
    sessions.on('replaced', (from, to) => this.move(from, to));
  }

  remember(sessionId: string, { latitude, longitude, radius }: Viewport): void {
    const seen = { latitude, longitude, radius, at: Date.now() };
    this.viewports.set(sessionId, seen);
    this.unwritten.set(sessionId, seen);
    this.writeIn(WRITE_MS);
  }

  /** The viewports in this gateway's memory. */
  of(sessionId: string): Viewport | undefined {
    return this.viewports.get(sessionId);
  }

  /**
   * Reads the viewports that other gateways stored for these sessions. Never throws: without the database those in
   * memory are used.
   */
  async read(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    try {
      const { rows } = await this.pool.query<Row>({
        name: 'read-viewports',
        text: READ,
        values: [sessionIds.map(hashOf)],
      });
      for (const { id_hash, ...seen } of rows) {
        const id = id_hash.toString('base64url');
        if (seen.at > (this.viewports.get(id)?.at ?? 0)) this.viewports.set(id, seen);
      }
    } catch (error) {
      log.warn({ err: error }, 'Viewports could not be read');
    }
  }

  /** As `read`, but twice a second at most. */
  readThrottled(sessionIds: () => readonly string[]): Promise<void> {
    if (performance.now() - this.readAt < READ_MS) return Promise.resolve();
    return (this.reading ??= this.read(sessionIds()).finally(() => {
      this.readAt = performance.now();
      this.reading = undefined;
    }));
  }

  /** A session that replaces another keeps its viewport. */
  private move(from: string, to: string): void {
    const viewport = this.viewports.get(from);
    if (viewport) return this.remember(to, viewport);
    this.pool
      .query({ name: 'move-viewport', text: MOVE, values: [hashOf(from), hashOf(to)] })
      .catch((error: unknown) => log.warn({ err: error }, 'A viewport could not be moved'));
  }

  private writeIn(ms: number): void {
    this.timer ??= setTimeout(() => void this.write(), ms).unref();
  }

  private async write(): Promise<void> {
    const written = [...this.unwritten.entries()];
    this.unwritten.clear();
    const values = [
      written.map(([id]) => hashOf(id)),
      ...(['latitude', 'longitude', 'radius', 'at'] as const).map((field) => written.map(([, seen]) => seen[field])),
    ];
    try {
      await this.pool.query({ name: 'write-viewports', text: WRITE, values });
      this.timer = undefined;
      if (this.unwritten.size > 0) this.writeIn(WRITE_MS);
    } catch (error) {
      log.warn({ err: error }, 'Viewports could not be written');
      for (const [id, seen] of written) if (!this.unwritten.has(id)) this.unwritten.set(id, seen);
      this.timer = undefined;
      this.writeIn(RETRY_MS);
    }
  }
}

/** The hash by which the database has a session. */
const hashOf = (sessionId: string) => Buffer.from(sessionId, 'base64url');
