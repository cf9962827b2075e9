import { Injectable } from '@nestjs/common';
import { discoveryLiked } from '@sprayhunt/contracts';
import { namedQuery, Outbox, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { ListedDiscovery } from '../discoveries/discovery-fields.js';
import { DiscoveryReads } from '../discoveries/discovery-reads.js';

const LIKE = `
  INSERT INTO likes (discovery_id, player_id)
  SELECT id, $2 FROM discoveries
  WHERE id = $1
  ON CONFLICT (discovery_id, player_id) DO UPDATE SET active = true WHERE NOT likes.active
  RETURNING (xmax = 0) AS "isFirst"`;
const REMOVE_LIKE = `UPDATE likes SET active = false WHERE discovery_id = $1 AND player_id = $2 AND active
  RETURNING 1 AS gone`;
/** Imported works have no owner. */
const COUNT = `UPDATE discoveries SET likes = likes + $2 WHERE id = $1
  RETURNING CASE WHEN source IS NULL THEN player_id END AS "ownerId", title`;

/** Likes: one per player and discovery, counted on the discovery in the same transaction. */
@Injectable()
export class LikesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly reads: DiscoveryReads,
  ) {}

  /**
   * Likes a work; a second time changes nothing. The event is published with a player's first like of a work.
   * @throws Problem `NOT_FOUND`
   */
  like(player: string, discovery: string): Promise<ListedDiscovery> {
    return this.change(player, discovery, async (tx) => {
      const [liked] = await tx.query<{ isFirst: boolean }[]>(LIKE, [discovery, player]);
      if (!liked) return;
      const { ownerId, title } = await count(tx, discovery, 1);
      if (liked.isFirst)
        await this.outbox.add(tx, discoveryLiked, { discoveryId: discovery, playerId: player, ownerId, title });
    });
  }

  /**
   * Removes a like; without one nothing changes.
   * @throws Problem `NOT_FOUND`
   */
  unlike(player: string, discovery: string): Promise<ListedDiscovery> {
    return this.change(player, discovery, async (tx) => {
      const [gone] = await namedQuery(tx, 'remove-like', REMOVE_LIKE, [discovery, player]);
      if (gone) await count(tx, discovery, -1);
    });
  }

  private async change(
    player: string,
    discovery: string,
    work: (tx: EntityManager) => Promise<void>,
  ): Promise<ListedDiscovery> {
    if (!z.uuid().safeParse(discovery).success) throw unknown();
    return this.dataSource.transaction(async (tx) => {
      await work(tx);
      const [now] = await this.reads.byIds([discovery], player, tx);
      if (!now) throw unknown();
      return now;
    });
  }
}

async function count(tx: EntityManager, discovery: string, change: 1 | -1): Promise<Counted> {
  const [counted] = await namedQuery<Counted>(tx, 'count-likes', COUNT, [discovery, change]);
  return counted!;
}

interface Counted {
  ownerId: string | null;
  title: string | null;
}

const unknown = () => new Problem('NOT_FOUND', 'There is no such discovery.');
