import { log, type SqlPool } from '@sprayhunt/service-kit';

/** Result of the database for the points of a call. */
interface Taken {
  granted: boolean;
  /** Of the client in its present window, all gateways together. */
  left: number;
  /** Seconds until the window ends. */
  reset: number;
  /** Seconds since 1970. */
  windowStart: number;
}

interface Waiting {
  asked: number;
  resolve(taken: Taken): void;
  reject(error: unknown): void;
}

/** The waiting calls of one client at this process. */
interface Line {
  waiting: Waiting[];
  /** Points to refund, and the window that they were charged in. */
  back: number;
  backFrom: number;
  timer?: NodeJS.Timeout;
}

interface Row {
  spent: string;
  granted: string;
  window_start: string;
  reset: number;
}

/**
 * Charges $2 points and refunds $3 of the window $4; charges none if more than $5 would then be spent. Refunds of a
 * window that has ended are dropped.
 */
const TAKE = `
  WITH at AS (SELECT floor(extract(epoch FROM now()) / $6)::bigint * $6 AS window_start)
  INSERT INTO partner_points AS kept (client_id, window_start, spent, granted)
  SELECT $1, window_start, CASE WHEN $2::bigint <= $5 THEN $2 ELSE 0 END, CASE WHEN $2::bigint <= $5 THEN $2 ELSE 0 END
  FROM at
  ON CONFLICT (client_id) DO UPDATE SET (window_start, spent, granted) = (
    SELECT excluded.window_start, before.points + taken.points, taken.points
    FROM
      (SELECT CASE WHEN kept.window_start = excluded.window_start
        THEN greatest(0, kept.spent - CASE WHEN kept.window_start = $4::bigint THEN $3::bigint ELSE 0 END)
        ELSE 0 END AS points) AS before,
      LATERAL (SELECT CASE WHEN before.points + $2::bigint <= $5 THEN $2 ELSE 0 END AS points) AS taken)
  RETURNING spent, granted, window_start, ceil(window_start + $6 - extract(epoch FROM now()))::int AS reset`;

/** Milliseconds after which points are refunded, if no call includes the refund before. */
const GIVE_BACK_MS = 1_000;

/**
 * Counts points in one row for each client. Of one client at most one statement is under way: calls that come
 * meanwhile go into the next one together, so that a client's row is never waited for by more than one connection of a
 * gateway.
 */
export class PointsQueue {
  private readonly lines = new Map<string, Line>();
  private readonly running = new Set<string>();

  constructor(
    private readonly pool: SqlPool,
    private readonly rate: { points: number; seconds: number },
  ) {}

  take(clientId: string, asked: number): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.line(clientId).waiting.push({ asked, resolve, reject });
      this.start(clientId);
    });
  }

  refund(clientId: string, points: number, windowStart: number): void {
    if (points <= 0) return;
    const line = this.line(clientId);
    if (line.backFrom < windowStart) Object.assign(line, { back: 0, backFrom: windowStart });
    if (line.backFrom === windowStart) line.back += points;
    line.timer ??= setTimeout(() => this.start(clientId), GIVE_BACK_MS).unref();
  }

  /** Writes the refunds that wait for a later call. */
  async flush(): Promise<void> {
    for (const [clientId, line] of this.lines) {
      this.lines.delete(clientId);
      clearTimeout(line.timer);
      await this.settle(clientId, line);
    }
  }

  private line(clientId: string): Line {
    let line = this.lines.get(clientId);
    if (!line) this.lines.set(clientId, (line = { waiting: [], back: 0, backFrom: 0 }));
    return line;
  }

  private start(clientId: string): void {
    if (this.running.has(clientId)) return;
    this.running.add(clientId);
    void this.work(clientId);
  }

  private async work(clientId: string): Promise<void> {
    for (let line = this.lines.get(clientId); line; line = this.lines.get(clientId)) {
      this.lines.delete(clientId);
      clearTimeout(line.timer);
      await this.settle(clientId, line);
    }
    // In the same turn as the look above: a call in between would wait for ever.
    this.running.delete(clientId);
  }

  private async settle(clientId: string, { waiting, back, backFrom }: Line): Promise<void> {
    try {
      const together = await this.count(
        clientId,
        waiting.reduce((sum, { asked }) => sum + asked, 0),
        back,
        backFrom,
      );
      if (together.granted || waiting.length === 1) return waiting.forEach(({ resolve }) => resolve(together));
    } catch (error) {
      if (waiting.length === 0) log.warn({ err: error }, "A client's points could not be refunded");
      return waiting.forEach(({ reject }) => reject(error));
    }
    // Too much together: as many as there are points for, in the order of their arrival.
    for (const { asked, resolve, reject } of waiting) await this.count(clientId, asked, 0, 0).then(resolve, reject);
  }

  private async count(clientId: string, asked: number, back: number, backFrom: number): Promise<Taken> {
    const { points, seconds } = this.rate;
    const { rows } = await this.pool.query<Row>({
      name: 'take-points',
      text: TAKE,
      values: [clientId, asked, back, backFrom, points, seconds],
    });
    const row = rows[0]!;
    return {
      granted: Number(row.granted) === asked,
      left: Math.max(0, points - Number(row.spent)),
      reset: row.reset,
      windowStart: Number(row.window_start),
    };
  }
}
