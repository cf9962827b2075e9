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
interface ClientQueue {
  waiting: Waiting[];
  /** Points to refund, and the window that they were charged in. */
  refundPoints: number;
  refundWindow: number;
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
const REFUND_DELAY_MS = 1_000;

/**
 * Counts points in one row for each client. For each client one statement runs at a time: calls that arrive during it
 * go into the next one together, so that no more than one connection of a gateway waits for a client's row.
 */
export class PointsQueue {
  private readonly queues = new Map<string, ClientQueue>();
  private readonly running = new Set<string>();

  constructor(
    private readonly pool: SqlPool,
    private readonly rate: { points: number; seconds: number },
  ) {}

  take(clientId: string, asked: number): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.queueOf(clientId).waiting.push({ asked, resolve, reject });
      this.start(clientId);
    });
  }

  refund(clientId: string, points: number, windowStart: number): void {
    if (points <= 0) return;
    const queue = this.queueOf(clientId);
    if (queue.refundWindow < windowStart) Object.assign(queue, { refundPoints: 0, refundWindow: windowStart });
    if (queue.refundWindow === windowStart) queue.refundPoints += points;
    queue.timer ??= setTimeout(() => this.start(clientId), REFUND_DELAY_MS).unref();
  }

  /** Writes the refunds that wait for a later call. */
  async flush(): Promise<void> {
    for (const [clientId, queue] of this.queues) {
      this.queues.delete(clientId);
      clearTimeout(queue.timer);
      await this.settle(clientId, queue);
    }
  }

  private queueOf(clientId: string): ClientQueue {
    let queue = this.queues.get(clientId);
    if (!queue) this.queues.set(clientId, (queue = { waiting: [], refundPoints: 0, refundWindow: 0 }));
    return queue;
  }

  private start(clientId: string): void {
    if (this.running.has(clientId)) return;
    this.running.add(clientId);
    void this.work(clientId);
  }

  private async work(clientId: string): Promise<void> {
    for (let queue = this.queues.get(clientId); queue; queue = this.queues.get(clientId)) {
      this.queues.delete(clientId);
      clearTimeout(queue.timer);
      await this.settle(clientId, queue);
    }
    // In the same turn as the last read of the map: a call in between would never be settled.
    this.running.delete(clientId);
  }

  private async settle(clientId: string, { waiting, refundPoints, refundWindow }: ClientQueue): Promise<void> {
    try {
      const total = await this.count(
        clientId,
        waiting.reduce((sum, { asked }) => sum + asked, 0),
        refundPoints,
        refundWindow,
      );
      if (total.granted || waiting.length === 1) return waiting.forEach(({ resolve }) => resolve(total));
    } catch (error) {
      if (waiting.length === 0) log.warn({ err: error }, "A client's points could not be refunded");
      return waiting.forEach(({ reject }) => reject(error));
    }
    // The client has too few points for all of them: each is charged by itself, in the order of arrival.
    for (const { asked, resolve, reject } of waiting) await this.count(clientId, asked, 0, 0).then(resolve, reject);
  }

  private async count(clientId: string, asked: number, refundPoints: number, refundWindow: number): Promise<Taken> {
    const { points, seconds } = this.rate;
    const { rows } = await this.pool.query<Row>({
      name: 'take-points',
      text: TAKE,
      values: [clientId, asked, refundPoints, refundWindow, points, seconds],
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
