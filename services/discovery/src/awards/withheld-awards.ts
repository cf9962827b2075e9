import { Injectable } from '@nestjs/common';
import { discoveryAwardReleased, type EventOf } from '@sprayhunt/contracts';
import { Jobs, namedQuery, Outbox, type Place, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { XP_PER_DISCOVERY } from '../discoveries/new-discovery.js';
import { onMap } from '../nearby/mercator.js';
import { AT_LEGAL_WALL, wallDistanceAt } from '../walls/at-legal-wall.js';
import { lockPlayers, paidPlaces } from './paid-places.js';
import { MAX_WAIT_MS, payableFrom } from './plausible-travel.js';

const releaseAwards: RepeatedJob = { name: 'release-awards', every: 60, lockSeconds: 300 };

/** The next pass continues with the rest. */
const MAX_PLAYERS_PER_PASS = 200;

/** Due works of a player that one transaction handles. */
const MAX_WORKS_PER_PLAYER = 500;

const DUE_PLAYERS = `
  SELECT DISTINCT player_id AS player FROM (
    SELECT player_id FROM discoveries WHERE award_withheld IS NOT NULL AND award_at <= $1 ORDER BY award_at
      LIMIT ${MAX_PLAYERS_PER_PASS}) AS due`;
const DUE_WORKS = `
  SELECT id, created_at AS "createdAt", latitude, longitude FROM discoveries
  WHERE player_id = $1 AND award_at <= $2 AND award_withheld IS NOT NULL ORDER BY award_at, id
    LIMIT ${MAX_WORKS_PER_PLAYER}`;
const POSTPONE_AWARDS = `UPDATE discoveries SET award_at = $2 WHERE id = $1`;

/** `x`, `y` and `wall_distance` are $3 to $5. */
const PAY_AWARDS = `
  UPDATE discoveries SET tokens_awarded = award_withheld, award_withheld = NULL, award_at = $2 WHERE id = $1
  RETURNING id AS "discoveryId", player_id AS "playerId", role, pin_type AS "pinType", is_fresh_art AS "isFreshArt",
    tokens_awarded AS tokens,
    latitude, longitude, title, picture_id AS "pictureId", description IS NOT NULL AS "hasDescription",
    (SELECT ${AT_LEGAL_WALL} FROM (SELECT $3::float8 AS x, $4::float8 AS y, $5::float8 AS wall_distance) AS given) AS
      "atLegalWall", created_at AS "createdAt"`;

type Released = Omit<EventOf<typeof discoveryAwardReleased>['data'], 'xp' | 'createdAt'> & { createdAt: Date };

interface DueWork extends Place {
  id: string;
  createdAt: Date;
}

/** A withheld award, as its player sees it. */
export interface WithheldAward {
  /** Spray Coins. */
  tokens: number;
  payableFrom: Date;
}

/** Pays withheld awards once the player can have made the journey, or has waited for a week. */
@Injectable()
export class WithheldAwards {
  constructor(
    jobs: Jobs,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {
    jobs.repeat(releaseAwards, (signal) => this.releaseDue(new Date(), signal));
  }

  /** Pays the awards that are due at `now`, and postpones those that awards paid meanwhile make implausible. */
  async releaseDue(now: Date, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const players = await namedQuery<{ player: string }>(
        this.dataSource.manager,
        'players-with-due-awards',
        DUE_PLAYERS,
        [now],
      );
      for (const { player } of players) {
        if (signal?.aborted) return;
        await this.dataSource.transaction((tx) => this.releaseOf(tx, player, now));
      }
      if (players.length === 0) return;
    }
  }

  private async releaseOf(tx: EntityManager, player: string, now: Date): Promise<void> {
    await lockPlayers(tx, [player], { waits: true });
    const paid = (await paidPlaces(tx, [{ player }], now))(player);
    const due = await namedQuery<DueWork>(tx, 'due-awards', DUE_WORKS, [player, now]);
    for (const { id, createdAt, ...place } of due) {
      const latest = createdAt.getTime() + MAX_WAIT_MS;
      const from = new Date(Math.min(payableFrom(place, paid, now).getTime(), latest));
      if (from > now) await namedQuery(tx, 'postpone-award', POSTPONE_AWARDS, [id, from]);
      else {
        await this.pay(tx, id, place, now);
        paid.push({ ...place, at: now });
      }
    }
  }

  private async pay(tx: EntityManager, id: string, place: Place, now: Date): Promise<void> {
    const { x, y } = onMap(place);
    const released = await namedQuery<Released>(tx, 'release-award', PAY_AWARDS, [
      id,
      now,
      x,
      y,
      wallDistanceAt(place.latitude),
    ]);
    await this.outbox.addMany(
      tx,
      discoveryAwardReleased,
      released.map((work) => ({ data: { ...work, xp: XP_PER_DISCOVERY, createdAt: work.createdAt.toISOString() } })),
    );
  }
}
