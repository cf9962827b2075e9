import { Injectable } from '@nestjs/common';
import { discoveryCreated } from '@sprayhunt/contracts';
import { CallBatches, InjectConfig, namedQuery, Outbox, uuidv7, type Picture } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { DiscoveryConfig } from '../config.js';
import { mapScale, onMap } from '../nearby/mercator.js';
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

/** Metres to a legal wall within which a work counts as being at it (readings, "which discovery fits which mission"). */
const AT_WALL = 150;

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
};

const NAMES = Object.keys(COLUMNS).join(', ');

/** A row of the batch, as the statement reads it. */
const GIVEN = `place bigint, ${Object.entries(COLUMNS).map((column) => column.join(' ')).join(', ')},
  award integer, pro_award integer, event_id uuid, x float8, y float8, wall_distance float8`;

const AT_LEGAL_WALL = `EXISTS (SELECT FROM legal_walls
  WHERE g <@ box(point(x - wall_distance, y - wall_distance), point(x + wall_distance, y + wall_distance)) AND g <-> point(x, y) <= wall_distance)`;

/**
 * Adds the works ($1) of a batch that their players may add, and publishes each as an event with its award ($2, a line each);
 * the statement knows award and wall, and until then the events say 0 and false, texts that are found in no string of theirs.
 * It commits by itself; `admit_discoveries` lets a player's requests through one after the other (see the migration).
 */
const ADD = `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS given (${GIVEN})),
  verdict AS MATERIALIZED (
    SELECT admitted.* FROM (
      SELECT array_agg(player_id) AS players, array_agg(idempotency_key) AS keys, array_agg(idempotency_hash) AS hashes, array_agg(title_digest) AS titles,
        array_agg(latitude) AS latitudes, array_agg(longitude) AS longitudes FROM given) AS batch,
      admit_discoveries(players, keys, hashes, titles, latitudes, longitudes, $4, $5, $6) AS admitted),
  added AS (
    INSERT INTO discoveries (${NAMES}, tokens_awarded)
    SELECT ${NAMES},
      CASE WHEN EXISTS (SELECT FROM pro_members WHERE account_id = player_id AND pro AND (until IS NULL OR until > now())) THEN pro_award ELSE award END
    FROM verdict JOIN given USING (place) WHERE outcome = 'new' ${RETURNING}),
  published AS (
    INSERT INTO outbox (id, subject, event)
    SELECT event_id, $3, replace(replace(event, '"tokens":0', '"tokens":' || "tokensAwarded"), '"atLegalWall":false', '"atLegalWall":' || ${AT_LEGAL_WALL})::json
    FROM string_to_table($2, E'\\n') WITH ORDINALITY AS event (event, place) JOIN given USING (place) JOIN added USING (id))
  SELECT outcome, existing, seconds, added.* FROM verdict JOIN given USING (place) LEFT JOIN added USING (id) ORDER BY place`;

/** Adds works to the map, those that come at the same time in one statement. */
@Injectable()
export class DiscoveryAdder {
  private readonly batches = new CallBatches<PreparedWork, Verdict>({
    run: (works) => this.addAll(works),
    keyOf: ({ row }) => row.player_id,
    most: MOST,
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  add(request: WorkRequest): Promise<Verdict> {
    return this.batches.add(prepared(request, this.outbox));
  }

  private async addAll(works: readonly PreparedWork[]): Promise<(Verdict | Promise<Verdict>)[]> {
    const verdicts = await this.run(works, { waits: false });
    return works.map((work, index) => verdicts[index] ?? this.addWaiting(work));
  }

  /** For a player whose locks another process holds, for example while the account is erased. */
  private async addWaiting(work: PreparedWork): Promise<Verdict> {
    const [verdict] = await this.run([work], { waits: true });
    return verdict!;
  }

  /** @returns null for who would have to wait for a lock, unless it `waits` */
  private async run(works: readonly PreparedWork[], { waits }: { waits: boolean }): Promise<(Verdict | null)[]> {
    const rows = await namedQuery<AddedRow>(this.dataSource.manager, 'add-discoveries', ADD, [
      JSON.stringify(works.map(({ row }, index) => ({ place: index + 1, ...row }))),
      // JSON contains no line break.
      works.map(({ event }) => event).join('\n'),
      discoveryCreated.subject,
      this.config.DISCOVERIES_PER_MINUTE,
      this.config.DISCOVERIES_PER_DAY,
      waits,
    ]);
    if (rows.some(({ id }) => id !== null)) await this.outbox.announce(this.dataSource.manager);
    return rows.map(({ outcome, existing, seconds, ...row }) => {
      if (outcome === 'busy') return null;
      return { outcome, existing, seconds, ...(row.id !== null && { work: withPin(row) }) };
    });
  }
}

type AddedRow = (Row | { id: null }) & { outcome: Verdict['outcome'] | 'busy'; existing: string | null; seconds: number | null };

type PreparedWork = ReturnType<typeof prepared>;

/** The row of a request in its batch, and its event. */
function prepared({ player, app, wanted, picture, key }: WorkRequest, outbox: Outbox) {
  const { title, description, artistName, latitude, longitude, pinType, userRole, isFreshArt } = wanted;
  const [id, pictureId, createdAt] = [uuidv7(), picture?.id ?? null, new Date().toISOString()];
  const event = outbox.prepare(discoveryCreated, {
    discoveryId: id,
    playerId: player,
    role: userRole,
    pinType,
    isFreshArt,
    tokens: 0,
    xp: XP,
    latitude,
    longitude,
    title,
    pictureId,
    hasDescription: description !== null,
    atLegalWall: false,
    createdAt,
  });
  const columns: Record<keyof typeof COLUMNS, unknown> & { player_id: string } = {
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
  };
  const row = {
    ...columns,
    award: awardFor(userRole, false),
    pro_award: awardFor(userRole, true),
    event_id: event.id,
    ...onMap(wanted),
    wall_distance: AT_WALL * mapScale(latitude),
  };
  return { row, event: event.json };
}

/** Postgres's text of bytes. */
const bytea = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`;
