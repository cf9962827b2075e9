import { Injectable } from '@nestjs/common';
import { discoveryCreated, type DataOf } from '@sprayhunt/contracts';
import { callsInBatches, InjectConfig, keepCommitted, Outbox, type StoredKey, uuidv7 } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { lockPlayers } from '../awards/paid-places.js';
import type { DiscoveryConfig } from '../config.js';
import { insertsInto } from '../insert-rows.js';
import { loadFacts } from './admission-facts.js';
import { admitDiscovery, type Admission, type DiscoveryRequest } from './admit-discovery.js';
import { withPin, type ListedDiscovery, type Row } from './discovery-fields.js';
import { NEW_DISCOVERY } from './discovery-reads.js';
import { Discovery, DiscoveryCount } from './discovery.entity.js';
import { coordinatesAsText, XP_PER_DISCOVERY } from './new-discovery.js';
import { titleDigest } from './title-digest.js';

type New = Extract<Admission, { outcome: 'new' }>;

export type AddedDiscovery =
  | Exclude<Admission, New>
  | { outcome: 'new'; discovery: ListedDiscovery }
  /** A repeated request: its `Idempotency-Key` is stored. */
  | { outcome: 'repeated'; storedKey: StoredKey };

const MAX_BATCH_SIZE = 50;

const insertDiscoveries = insertsInto(Discovery, `RETURNING ${NEW_DISCOVERY}`);
const putCounts = insertsInto(
  DiscoveryCount,
  `ON CONFLICT (player_id) DO UPDATE SET minute_ends = excluded.minute_ends, in_minute = excluded.in_minute,
    day_ends = excluded.day_ends, in_day = excluded.in_day`,
);

/** Adds the discoveries that their players may add, each with its event and the player's counts in one transaction. */
@Injectable()
export class DiscoveryAdder {
  readonly add = callsInBatches((requests: readonly DiscoveryRequest[]) => this.addBatch(requests), MAX_BATCH_SIZE);

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  /**
   * One request of each player shares a transaction. The others wait for their player's lock in transactions of their
   * own, as do those whose lock another process holds, for example while the account is erased.
   */
  private async addBatch(requests: readonly DiscoveryRequest[]): Promise<(AddedDiscovery | Promise<AddedDiscovery>)[]> {
    const firsts = [
      ...new Map(requests.toReversed().map((request) => [request.player, request])).values(),
    ].toReversed();
    const added = await this.addTogether(firsts, { waits: false });
    return requests.map((request) => added.get(request) ?? this.addAlone(request));
  }

  private async addAlone(request: DiscoveryRequest): Promise<AddedDiscovery> {
    return (await this.addTogether([request], { waits: true })).get(request)!;
  }

  /** Leaves out players whose lock is held, unless it `waits`. */
  private addTogether(
    requests: readonly DiscoveryRequest[],
    { waits }: { waits: boolean },
  ): Promise<Map<DiscoveryRequest, AddedDiscovery>> {
    return this.dataSource.transaction(async (tx) => {
      const players = requests.map(({ player }) => player);
      const locked = await lockPlayers(tx, players, { waits });
      return this.admit(
        tx,
        requests.filter(({ player }) => locked.has(player)),
      );
    });
  }

  private async admit(
    tx: EntityManager,
    requests: readonly DiscoveryRequest[],
  ): Promise<Map<DiscoveryRequest, AddedDiscovery>> {
    if (requests.length === 0) return new Map();
    const factsOf = await loadFacts(tx, requests);
    const limits = { perMinute: this.config.DISCOVERIES_PER_MINUTE, perDay: this.config.DISCOVERIES_PER_DAY };
    const admissions = requests.map((request) => {
      const facts = factsOf(request);
      const { storedKey } = facts;
      return {
        request,
        facts,
        admission: storedKey ? { outcome: 'repeated' as const, storedKey } : admitDiscovery(request, facts, limits),
      };
    });
    const news = admissions.flatMap(({ request, facts, admission }) =>
      admission.outcome === 'new'
        ? [{ request, admission, row: rowOf(request, admission), isAtLegalWall: facts.isAtLegalWall }]
        : [],
    );
    const discoveries = await this.write(tx, news);
    return new Map(
      admissions.map(({ request, admission }) => [
        request,
        admission.outcome === 'new' ? { outcome: 'new', discovery: discoveries.get(request)! } : admission,
      ]),
    );
  }

  private async write(
    tx: EntityManager,
    news: readonly NewDiscovery[],
  ): Promise<Map<DiscoveryRequest, ListedDiscovery>> {
    if (news.length === 0) return new Map();
    const inserted = await insertDiscoveries<Row>(
      tx,
      news.map(({ row }) => row),
    );
    await putCounts(
      tx,
      news.map(({ request: { player }, admission: { counts } }) => ({ playerId: player, ...counts })),
    );
    await this.outbox.addMany(
      tx,
      discoveryCreated,
      news.map((discovery) => ({ data: eventOf(discovery) })),
    );
    const keyed = news.flatMap(({ request, row }) =>
      request.keyed ? [{ mutation: request.keyed, value: row.id }] : [],
    );
    if (keyed.length > 0) await keepCommitted(tx, keyed);
    const byId = new Map(inserted.map((row) => [row.id, withPin(row)]));
    return new Map(news.map(({ request, row }) => [request, byId.get(row.id)!]));
  }
}

interface NewDiscovery {
  request: DiscoveryRequest;
  admission: New;
  row: ReturnType<typeof rowOf>;
  isAtLegalWall: boolean;
}

function rowOf({ player, app, input, picture }: DiscoveryRequest, { award, withheldUntil, createdAt }: New) {
  // The rest of the input are columns.
  const { userRole, imageUrl: _, ...columns } = input;
  return {
    ...columns,
    id: uuidv7(),
    playerId: player,
    address: coordinatesAsText(input),
    pictureId: picture?.id ?? null,
    thumbhash: picture?.thumbhash ?? null,
    role: userRole,
    tokensAwarded: withheldUntil ? 0 : award,
    awardWithheld: withheldUntil && award,
    awardAt: withheldUntil,
    createdAt,
    titleDigest: titleDigest(input.title),
    appId: app,
  } satisfies Partial<Discovery>;
}

/** A withheld award is published by `DiscoveryAwardReleased` when it is paid. */
const eventOf = ({ request: { player }, row, isAtLegalWall }: NewDiscovery): DataOf<typeof discoveryCreated> => ({
  discoveryId: row.id,
  playerId: player,
  role: row.role,
  pinType: row.pinType,
  isFreshArt: row.isFreshArt,
  tokens: row.tokensAwarded,
  xp: row.awardAt ? 0 : XP_PER_DISCOVERY,
  latitude: row.latitude,
  longitude: row.longitude,
  title: row.title,
  pictureId: row.pictureId,
  hasDescription: row.description !== null,
  atLegalWall: isAtLegalWall,
  createdAt: row.createdAt.toISOString(),
  ...(row.awardAt && { withheld: true }),
});
