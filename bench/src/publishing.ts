import { discoveryCreated, type DataOf } from '@sprayhunt/contracts';
import { Bus, busOptions, JetStreamStrategy, Notifications, Outbox, uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';
import { randomBytes, randomInt } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';

/** A pipeline from the commit that publishes discoveries to the commit that books them. */
export interface EventPipeline {
  /** The schema of the `transfers` that are booked, and of an `outbox` that is empty when all is done. */
  ledger: string;
  /** Publishes and commits one discovery. */
  publishOne(round: string): Promise<void>;
  /**
   * Prepares many discoveries.
   * @returns a function that commits them: their preparation is not part of the measured pipeline
   */
  prepareMany(round: string, count: number): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Published events by round. These rows are never changed again, so the commit time of their transactions stays
 * readable.
 */
export const PUBLISHED = `CREATE SCHEMA IF NOT EXISTS bench; CREATE TABLE IF NOT EXISTS
  bench.published (round text NOT NULL, discovery_id text NOT NULL)`;
export const BATCH = 500;

/**
 * A further process of discovery, as far as events go: it publishes discoveries with the kit's outbox, and its commits
 * wake a relay of its own, as those of discovery do. A NOTIFY instead would wake every listening connection, two of
 * each service.
 */
export class DiscoveryPublisher implements EventPipeline {
  readonly ledger = 'users';

  private constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly strategy: JetStreamStrategy,
    private readonly players: readonly string[],
  ) {}

  /** @param players among whom the awards are spread */
  static async open({ adminUrl, natsUrl }: Stack, players: readonly string[]): Promise<DiscoveryPublisher> {
    const dataSource = await new DataSource({
      type: 'postgres',
      url: adminUrl,
      schema: 'discovery',
      poolSize: 5,
      extra: { options: '-c search_path=discovery,public' },
    }).initialize();
    await dataSource.query(PUBLISHED);
    const outbox = new Outbox('discovery');
    const bus = new Bus(
      busOptions(
        { NATS_URL: natsUrl, STREAM: 'sprayhunt', STREAM_REPLICAS: 1, EVENT_ACK_WAIT_MS: 30_000 },
        'discovery',
        'bench',
      ),
    );
    const strategy = new JetStreamStrategy(
      'discovery',
      dataSource,
      bus,
      outbox,
      { maxFailures: 1, pauseAfter: () => 0 },
      new Notifications(dataSource),
    );
    await new Promise<void>(
      (resolve, reject) =>
        void strategy.listen((error) =>
          error ? reject(new Error('The relay of the bench did not start', { cause: error })) : resolve(),
        ),
    );
    return new DiscoveryPublisher(dataSource, outbox, strategy, players);
  }

  async publishOne(round: string): Promise<void> {
    await this.dataSource.transaction((tx) => this.publish(tx, round, 1));
  }

  async prepareMany(round: string, count: number): Promise<() => Promise<void>> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    for (let published = 0; published < count; published += BATCH) await this.publish(runner.manager, round, BATCH);
    return async () => {
      await runner.commitTransaction();
      await runner.release();
    };
  }

  async close(): Promise<void> {
    await this.strategy.close();
    await this.dataSource.query('DROP SCHEMA IF EXISTS bench CASCADE').catch(() => undefined);
    await this.dataSource.destroy();
  }

  private async publish(tx: EntityManager, round: string, count: number): Promise<void> {
    const entries = Array.from({ length: count }, () => ({ data: discoveryOf(this.players) }));
    await this.outbox.addMany(tx, discoveryCreated, entries);
    await tx.query(`INSERT INTO bench.published SELECT $1, unnest($2::text[])`, [
      round,
      entries.map(({ data }) => data.discoveryId),
    ]);
  }
}

/** The event data of a player's discovery. */
export const discoveryOf = (players: readonly string[]) => discovery(players[randomInt(players.length)]!);

const discovery = (playerId: string): DataOf<typeof discoveryCreated> => ({
  discoveryId: uuidv7(),
  playerId,
  role: 'photographer',
  pinType: 'location',
  isFreshArt: false,
  tokens: 50,
  xp: 15,
  latitude: 45.5,
  longitude: -73.6,
  title: randomBytes(8).toString('hex'),
  pictureId: null,
  hasDescription: false,
  createdAt: new Date().toISOString(),
});
