import { Injectable } from '@nestjs/common';
import { discoveryCreated } from '@sprayhunt/contracts';
import { namedQuery, Outbox, parseInput, PictureShelf, Problem, uuidv7, type Picture } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { awardFor, XP } from './award.js';
import { DiscoveryReads, RETURNING, withPin, type ListedDiscovery, type Row } from './discovery-reads.js';
import { coordinatesAsText, newDiscovery, type NewDiscovery } from './new-discovery.js';

/** Adds a work at the award for Pro members ($16) or for all others ($17); the table takes none of a player who is gone. */
const ADD = `
  INSERT INTO discoveries (id, player_id, title, description, artist_name, latitude, longitude, address, picture_id, thumbhash,
    pin_type, role, is_fresh_art, created_at, idempotency_key, tokens_awarded)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    CASE WHEN EXISTS (SELECT FROM pro_members WHERE account_id = $2 AND pro AND (until IS NULL OR until > now())) THEN $16::integer ELSE $17 END
  ON CONFLICT DO NOTHING ${RETURNING}`;

@Injectable()
export class DiscoveriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly shelf: PictureShelf,
    private readonly reads: DiscoveryReads,
  ) {}

  /**
   * Puts a work on the map and states it as an event, in one transaction.
   * @param key what makes a repeated request the same one; a second call with it answers the first's discovery
   * @throws Problem `VALIDATION_FAILED`, `MEDIA_NOT_READY`, `UNAUTHENTICATED` for an account that is gone
   */
  async create(player: string, input: unknown, key: string | undefined): Promise<ListedDiscovery> {
    const wanted = parseInput(newDiscovery, input);
    const picture = wanted.imageUrl ? await this.shelf.take(wanted.imageUrl, player, 'imageUrl') : null;
    const added = await this.dataSource.transaction((tx) => this.add(tx, player, wanted, picture, key));
    if (added) return added;
    const before = key === undefined ? null : await this.reads.withKey(player, key);
    if (!before) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account is gone.');
    return before;
  }

  /** @returns undefined where the key was used before, or the account is gone */
  private async add(tx: EntityManager, player: string, wanted: NewDiscovery, picture: Picture | null, key?: string) {
    const { title, description, artistName, latitude, longitude, pinType, userRole, isFreshArt } = wanted;
    const pictureId = picture?.id ?? null;
    const [row] = await namedQuery<Row>(tx, 'add-discovery', ADD, [
      uuidv7(),
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
      new Date(),
      key ?? null,
      awardFor(userRole, true),
      awardFor(userRole, false),
    ]);
    if (!row) return undefined;
    await this.outbox.add(tx, discoveryCreated, {
      discoveryId: row.id,
      playerId: player,
      role: userRole,
      pinType,
      isFreshArt,
      tokens: row.tokensAwarded,
      xp: XP,
      latitude,
      longitude,
      title,
      pictureId,
      hasDescription: description !== null,
      createdAt: row.createdAt.toISOString(),
    });
    return withPin(row);
  }
}
