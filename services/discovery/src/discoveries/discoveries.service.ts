import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { discoveryCreated } from '@sprayhunt/contracts';
import { type Identity, InjectConfig, namedQuery, Outbox, parseInput, OwnPictures, Problem, uuidv7, type Picture } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { DiscoveryConfig } from '../config.js';
import { mapScale, onMap } from '../nearby/mercator.js';
import type * as Schema from '../schema.generated.js';
import { awardFor, coordinatesAsText, newDiscovery, type NewDiscovery, XP } from './new-discovery.js';
import { withPin, type ListedDiscovery, type Row } from './discovery-fields.js';
import { DiscoveryReads, RETURNING } from './discovery-reads.js';
import { titleDigest } from './title-digest.js';

/** Metres to a legal wall within which a work counts as being at it (readings, "which discovery fits which mission"). */
const AT_WALL = 150;

/** Whether there is a legal wall within $27 map metres of the map point $25, $26. */
const AT_LEGAL_WALL = `EXISTS (
  SELECT FROM legal_walls WHERE g <@ box(point($25::float8 - $27::float8, $26::float8 - $27), point($25 + $27, $26 + $27)) AND g <-> point($25, $26) <= $27)`;

/**
 * Adds a work, if the player may add it, at the award for Pro members ($16) or for all others ($17), and states
 * it with that award. One statement that commits by itself; `admit_discovery` lets a player's requests through
 * one after the other (see the migration).
 */
const ADD = `
  WITH verdict AS MATERIALIZED (SELECT outcome, existing, seconds FROM admit_discovery($2, $15, $18, $19, $6, $7, $20, $21)),
  added AS (
    INSERT INTO discoveries (id, player_id, title, description, artist_name, latitude, longitude, address, picture_id, thumbhash,
      pin_type, role, is_fresh_art, created_at, idempotency_key, tokens_awarded, idempotency_hash, title_digest, app_id)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
      CASE WHEN EXISTS (SELECT FROM pro_members WHERE account_id = $2 AND pro AND (until IS NULL OR until > now())) THEN $16::integer ELSE $17 END,
      $18, $19, $28::uuid
    FROM verdict WHERE outcome = 'new' ${RETURNING}),
  stated AS (
    INSERT INTO outbox (id, subject, event)
    SELECT $22, $23, ($24::jsonb || jsonb_build_object('data', ($24::jsonb -> 'data') || jsonb_build_object('tokens', "tokensAwarded", 'atLegalWall', ${AT_LEGAL_WALL})))::json FROM added)
  SELECT * FROM verdict LEFT JOIN added ON true`;

interface Verdict {
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
}

@Injectable()
export class DiscoveriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly pictures: OwnPictures,
    private readonly reads: DiscoveryReads,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  /**
   * Puts a work on the map and states it as an event, in one statement.
   * @param caller the player, with the partner's client that acts for it
   * @param key idempotency key, valid for 7 days; a second call with it returns the first discovery
   * @throws Problem `VALIDATION_FAILED`, `MEDIA_NOT_READY`, `IDEMPOTENCY_KEY_REUSED` for another input under the
   *   key, `SAME_WORK` for a title that the player added within 25 m in the last 24 hours, `RATE_LIMITED` for
   *   more works than a player may add in a minute or a day, `UNAUTHENTICATED` for an erased account
   */
  async create(caller: Identity, input: Schema.MutationCreateDiscoveryArgs['input'], key: string | undefined): Promise<ListedDiscovery> {
    const player = caller.subject!;
    const wanted = parseInput(newDiscovery, input);
    const picture = wanted.imageUrl ? await this.pictures.requireOwnPicture(wanted.imageUrl, player, { field: 'imageUrl' }) : null;
    const { outcome, existing, seconds, work } = await this.add({ player, app: caller.client ?? null }, wanted, picture, key);
    switch (outcome) {
      case 'new':
        return work!;
      case 'repeated':
        return this.own(existing!, player);
      case 'key-reused':
        throw new Problem('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key belongs to a request with another body.');
      case 'same-work':
        throw sameWork(await this.own(existing!, player));
      case 'gone':
        throw accountErased();
      case 'limited':
        throw new Problem('RATE_LIMITED', 'You have added many discoveries in a short time. Please try again a little later.', { retryAfter: Math.max(1, seconds!) });
    }
  }

  private async add({ player, app }: { player: string; app: string | null }, wanted: NewDiscovery, picture: Picture | null, key?: string): Promise<Verdict & { work?: ListedDiscovery }> {
    const { title, description, artistName, latitude, longitude, pinType, userRole, isFreshArt } = wanted;
    const [id, pictureId, createdAt, award] = [uuidv7(), picture?.id ?? null, new Date(), awardFor(userRole, false)];
    const { x, y } = onMap(wanted);
    const event = this.outbox.prepare(discoveryCreated, {
      discoveryId: id,
      playerId: player,
      role: userRole,
      pinType,
      isFreshArt,
      tokens: award,
      xp: XP,
      latitude,
      longitude,
      title,
      pictureId,
      hasDescription: description !== null,
      createdAt: createdAt.toISOString(),
    });
    const [result] = await namedQuery<Verdict & (Row | { id: null })>(this.dataSource.manager, 'add-discovery', ADD, [
      id,
      player,
      title,
      description,
      artistName,
      latitude,
      longitude,
      coordinatesAsText(wanted),
      pictureId,
      picture?.thumbhash ?? null,
      pinType,
      userRole,
      isFreshArt,
      createdAt,
      key ?? null,
      awardFor(userRole, true),
      award,
      key === undefined ? null : createHash('sha256').update(JSON.stringify(wanted)).digest(),
      titleDigest(title),
      this.config.DISCOVERIES_PER_MINUTE,
      this.config.DISCOVERIES_PER_DAY,
      event.id,
      event.subject,
      event.json,
      x,
      y,
      AT_WALL * mapScale(latitude),
      app,
    ]);
    const { outcome, existing, seconds, ...row } = result!;
    if (row.id === null) return { outcome, existing, seconds };
    await this.outbox.announce(this.dataSource.manager);
    return { outcome, existing, seconds, work: withPin(row) };
  }

  /** @throws Problem `UNAUTHENTICATED` if it was just erased with its player */
  private async own(id: string, player: string): Promise<ListedDiscovery> {
    const [work] = await this.reads.byIds([id], player);
    if (!work) throw accountErased();
    return work;
  }
}

const accountErased = () => new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');

const sameWork = ({ id, title }: ListedDiscovery) =>
  new Problem('SAME_WORK', `You added “${title}” here within the last 24 hours.`, { existing: id });
