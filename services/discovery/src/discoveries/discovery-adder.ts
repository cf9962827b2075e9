import { Injectable } from '@nestjs/common';
import { discoveryCreated } from '@sprayhunt/contracts';
import { CallBatches, InjectConfig, namedQuery, Outbox, uuidv7, type Picture } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { lockPlayers, paidPlaces } from '../awards/paid-places.js';
import { payableFrom } from '../awards/plausible-travel.js';
import type { DiscoveryConfig } from '../config.js';
import { onMap } from '../nearby/mercator.js';
import { AT_LEGAL_WALL, wallDistanceAt } from '../walls/at-legal-wall.js';
import { withPin, type ListedDiscovery, type Row } from './discovery-fields.js';
import { RETURNING } from './discovery-reads.js';
import { awardFor, coordinatesAsText, type NewDiscovery, requestHash, XP } from './new-discovery.js';
import { titleDigest } from './title-digest.js';

/** A player's request for a new work. */
export interface WorkRequest {
  player: string;
  /** The partner's client that acts for the player. */
  app: string | null;
  wanted: NewDiscovery;
  picture: Picture | null;
  /** The `Idempotency-Key`. */
  key?: string;
}

export interface Verdict {
  outcome:
    | 'new'
    /** A repeat of the request that created the work `existing`. */
    | 'repeated'
    /** A different request with the same key. */
    | 'key-reused'
    /** The work `existing` has the same title, place and day. */
    | 'same-work'
    /** Over the player's limit, for this many `seconds`. */
    | 'limited'
    /** The account is erased. */
    | 'gone';
  existing: string | null;
  seconds: number | null;
  /** Set where it is new. */
  work?: ListedDiscovery;
}

/** Works of one statement: more would make the others wait longer and save little. */
const MOST = 50;

/** Columns of a new work that its request gives, each with its type. */
const COLUMNS = {
  id: 'uuid',
  player_id: 'uuid',
  title: 'text',
  description: 'text',
  artist_name: 'text',
  latitude: 'float8',
  longitude: 'float8',
  address: 'text',
  picture_id: 'uuid',
  thumbhash: 'text',
  pin_type: 'text',
  role: 'text',
  is_fresh_art: 'boolean',
  created_at: 'timestamptz',
  idempotency_key: 'text',
  idempotency_hash: 'bytea',
  title_digest: 'bytea',
  app_id: 'uuid',
  award_at: 'timestamptz',
};

const NAMES = Object.keys(COLUMNS).join(', ');

/** A row of the batch, as the statement reads it. */
const GIVEN = `place bigint, ${Object.entries(COLUMNS)
  .map((column) => column.join(' '))
  .join(', ')},
  award integer, pro_award integer, event_id uuid, x float8, y float8, wall_distance float8`;

/**
 * Adds the works ($1) of a batch that their players may add, and publishes each as an event with its award ($2, a line
 * each);
 * the statement knows award and wall, and until then the events say 0 and false, texts that are found in no string of
 * theirs.
 * An award with a time to be paid from is withheld. The players are locked; `admit_discoveries` finds the locks its
 * own.
 */
const ADD = `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS given (${GIVEN})),
  verdict AS MATERIALIZED (
    SELECT admitted.* FROM (
      SELECT array_agg(player_id) AS players, array_agg(idempotency_key) AS keys, array_agg(idempotency_hash) AS hashes, array_agg(title_digest) AS titles,
        array_agg(latitude) AS latitudes, array_agg(longitude) AS longitudes FROM given) AS batch,
      admit_discoveries(players, keys, hashes, titles, latitudes, longitudes, $4, $5, $6) AS admitted),
  added AS (
    INSERT INTO discoveries (${NAMES}, tokens_awarded, award_withheld)
    SELECT ${NAMES}, CASE WHEN award_at IS NULL THEN amount ELSE 0 END, CASE WHEN award_at IS NOT NULL THEN amount END
    FROM verdict JOIN given USING (place) CROSS JOIN LATERAL (
      SELECT CASE WHEN EXISTS (SELECT FROM pro_members WHERE account_id = player_id AND pro AND (until IS NULL OR until > now()))
        THEN pro_award ELSE award END) AS due (amount)
    WHERE outcome = 'new' ${RETURNING}),
  published AS (
    INSERT INTO outbox (id, subject, event)
    SELECT event_id, $3, replace(replace(event, '"tokens":0', '"tokens":' || "tokensAwarded"), '"atLegalWall":false', '"atLegalWall":' || ${AT_LEGAL_WALL})::json
    FROM string_to_table($2, E'\\n') WITH ORDINALITY AS event (event, place) JOIN given USING (place) JOIN added USING (id))
  SELECT outcome, existing, seconds, added.* FROM verdict JOIN given USING (place) LEFT JOIN added USING (id) ORDER BY place`;

/** Adds works to the map, those that come at the same time in one statement. */
@Injectable()
export class DiscoveryAdder {
  private readonly batches = new CallBatches<WorkRequest, Verdict>({
    run: (works) => this.addAll(works),
    keyOf: ({ player }) => player,
    most: MOST,
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  add(request: WorkRequest): Promise<Verdict> {
    return this.batches.add(request);
  }

  private async addAll(works: readonly WorkRequest[]): Promise<(Verdict | Promise<Verdict>)[]> {
    const verdicts = await this.run(works, { waits: false });
    return works.map((work) => verdicts.get(work) ?? this.addWaiting(work));
  }

  /** For a player whose locks another process holds, for example while the account is erased. */
  private async addWaiting(work: WorkRequest): Promise<Verdict> {
    return (await this.run([work], { waits: true })).get(work)!;
  }

  /** Leaves out who would have to wait for a lock, unless it `waits`. */
  private run(works: readonly WorkRequest[], { waits }: { waits: boolean }): Promise<Map<WorkRequest, Verdict>> {
    return this.dataSource.transaction(async (tx) => {
      const locked = await lockPlayers(
        tx,
        works.map(({ player }) => player),
        { waits },
      );
      const admitted = works.filter(({ player }) => locked.has(player));
      return admitted.length > 0 ? this.insert(tx, admitted) : new Map<WorkRequest, Verdict>();
    });
  }

  private async insert(tx: EntityManager, works: readonly WorkRequest[]): Promise<Map<WorkRequest, Verdict>> {
    const now = new Date();
    const paid = await paidPlaces(
      tx,
      works.map(({ player }) => player),
      now,
    );
    const prepared = works.map((work) =>
      prepare(work, now, payableFrom(work.wanted, paid(work.player), now), this.outbox),
    );
    const rows = await namedQuery<AddedRow>(tx, 'add-discoveries', ADD, [
      JSON.stringify(prepared.map(({ row }, index) => ({ place: index + 1, ...row }))),
      // JSON contains no line break.
      prepared.map(({ event }) => event).join('\n'),
      discoveryCreated.subject,
      this.config.DISCOVERIES_PER_MINUTE,
      this.config.DISCOVERIES_PER_DAY,
      true,
    ]);
    if (rows.some(({ id }) => id !== null)) await this.outbox.announce(tx);
    return new Map(
      rows.map(({ outcome, existing, seconds, ...row }, index) => [
        works[index]!,
        { outcome, existing, seconds, ...(row.id !== null && { work: withPin(row) }) },
      ]),
    );
  }
}

type AddedRow = (Row | { id: null }) & { outcome: Verdict['outcome']; existing: string | null; seconds: number | null };

/** The row of a request in its batch, and its event; the award is withheld if it is payable later than `now`. */
function prepare({ player, app, wanted, picture, key }: WorkRequest, now: Date, payable: Date, outbox: Outbox) {
  const { title, description, artistName, latitude, longitude, pinType, userRole, isFreshArt } = wanted;
  const [id, pictureId, createdAt] = [uuidv7(), picture?.id ?? null, now.toISOString()];
  const isWithheld = payable > now;
  const event = outbox.prepare(discoveryCreated, {
    discoveryId: id,
    playerId: player,
    role: userRole,
    pinType,
    isFreshArt,
    tokens: 0,
    xp: isWithheld ? 0 : XP,
    latitude,
    longitude,
    title,
    pictureId,
    hasDescription: description !== null,
    atLegalWall: false,
    createdAt,
    ...(isWithheld && { withheld: true }),
  });
  const columns: Record<keyof typeof COLUMNS, unknown> = {
    id,
    player_id: player,
    title,
    description,
    artist_name: artistName,
    latitude,
    longitude,
    address: coordinatesAsText(wanted),
    picture_id: pictureId,
    thumbhash: picture?.thumbhash ?? null,
    pin_type: pinType,
    role: userRole,
    is_fresh_art: isFreshArt,
    created_at: createdAt,
    idempotency_key: key ?? null,
    idempotency_hash: key === undefined ? null : bytea(requestHash(wanted)),
    title_digest: bytea(titleDigest(title)),
    app_id: app,
    award_at: isWithheld ? payable.toISOString() : null,
  };
  const row = {
    ...columns,
    award: awardFor(userRole, false),
    pro_award: awardFor(userRole, true),
    event_id: event.id,
    ...onMap(wanted),
    wall_distance: wallDistanceAt(latitude),
  };
  return { row, event: event.json };
}

/** Postgres's text of bytes. */
const bytea = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`;
