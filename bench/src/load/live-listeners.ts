import { setMaxListeners } from 'node:events';
import { request, type Agent } from 'undici';
import { Times, type Latencies } from './measurements.js';
import { connections, type Target } from './target.js';

/** Metres around a city: every work that is created there is inside. */
const RADIUS_METRES = 10_000;
const ID = /^event: discovery\ndata: .*?"id":"([^"]+)"/;
/** Connections that are opened at a time. */
const MAX_OPENING = 50;

export interface LiveFigures extends Latencies {
  connections: number;
  /** Connections that ended before the end. */
  lost: number;
  /** Works times the listeners around them, and how many of these have received them. */
  expected: number;
  received: number;
}

/** Live connections with a viewport each, and the time from sending a new work to its arrival there. */
export class LiveListeners {
  private readonly byCity = new Map<number, number>();
  /** When a work arrived where, by its id; it may arrive before the response to its writer. */
  private readonly arrived = new Map<string, number[]>();
  private readonly sent = new Map<string, { city: number; began: number }>();
  private readonly closing = new AbortController();
  private readonly agent: Agent;
  private lost = 0;

  /** @param count connections */
  constructor(
    private readonly target: Target,
    private readonly count: number,
  ) {
    this.agent = connections(count + 1);
  }

  /** @throws if one is refused */
  async open(): Promise<void> {
    const { count } = this;
    setMaxListeners(0, this.closing.signal);
    for (let from = 0; from < count; from += MAX_OPENING)
      await Promise.all(Array.from({ length: Math.min(MAX_OPENING, count - from) }, (_, i) => this.listen(from + i)));
  }

  expect(id: string, city: number, began: number): void {
    this.sent.set(id, { city, began });
  }

  close(): void {
    this.closing.abort();
    void this.agent.destroy();
  }

  figures(): LiveFigures {
    const times = new Times();
    let expected = 0;
    for (const [id, { city, began }] of this.sent) {
      expected += this.byCity.get(city) ?? 0;
      for (const at of this.arrived.get(id) ?? []) times.add((at - began) * 1_000);
    }
    const connections = [...this.byCity.values()].reduce((sum, count) => sum + count, 0);
    return { connections, lost: this.lost, expected, received: times.count, ...times.latencies() };
  }

  private async listen(number: number): Promise<void> {
    const { address, players, cities } = this.target;
    const city = number % cities.length;
    const { latitude, longitude } = cities[city]!;
    const response = await request(
      `${address}/api/live?latitude=${latitude}&longitude=${longitude}&radius=${RADIUS_METRES}`,
      {
        dispatcher: this.agent,
        headers: { cookie: players[number % players.length]!, accept: 'text/event-stream' },
        signal: this.closing.signal,
        bodyTimeout: 0,
      },
    );
    if (response.statusCode !== 200)
      throw new Error(`Live connection ${number + 1} returned ${response.statusCode}: ${await response.body.text()}`);
    this.byCity.set(city, (this.byCity.get(city) ?? 0) + 1);
    void this.read(response.body);
  }

  private async read(body: AsyncIterable<Buffer>): Promise<void> {
    let waiting = '';
    try {
      for await (const chunk of body) {
        const events = (waiting + chunk.toString('utf8')).split('\n\n');
        waiting = events.pop()!;
        for (const event of events) this.receive(event);
      }
    } catch {
      // The end is counted below, unless it is ours.
    }
    if (!this.closing.signal.aborted) this.lost += 1;
  }

  private receive(event: string): void {
    const id = ID.exec(event)?.[1];
    if (!id) return;
    const times = this.arrived.get(id);
    if (times) times.push(performance.now());
    else this.arrived.set(id, [performance.now()]);
  }
}
