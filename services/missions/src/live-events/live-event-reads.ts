import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import type { LiveEvent, LiveEventStatus } from './live-event.entity.js';

/** An event as in the schema, without the caller's fields. */
export type ListedLiveEvent = Omit<LiveEvent, 'settledAt'> & { status: LiveEventStatus };

/** A player's participation in an event. */
export interface JoinedEvent {
  eventId: string;
  joinedAt: Date;
  /** Null before the end, and if the event was cancelled. */
  rewardedAt: Date | null;
}

/** Where the next page of a list begins: a time, and the id of its event. */
export type EventCursor = readonly [at: string, id: string];

const COLUMNS = `e.id, title, description, place_name AS "placeName", latitude, longitude, time_zone AS "timeZone", starts_at AS "startsAt",
  ends_at AS "endsAt", reward_tokens AS "rewardTokens", reward_name AS "rewardName", participants, changed_at AS "changedAt", cancelled_at AS "cancelledAt",
  CASE WHEN cancelled_at IS NOT NULL OR settled_at IS NOT NULL OR ends_at <= now() THEN 'ended' WHEN starts_at > now() THEN 'upcoming' ELSE 'live' END AS status`;

/** SQL bound: running events started within the longest duration of an event. */
const OPEN = {
  name: 'live-events-open',
  text: `SELECT ${COLUMNS} FROM live_events e
    WHERE starts_at > now() - interval '32 days' AND (starts_at, id) > ($1::timestamptz, $2::uuid) AND ends_at > now()
      AND settled_at IS NULL AND cancelled_at IS NULL
    ORDER BY starts_at, id LIMIT $3`,
};
const PAST = {
  name: 'live-events-past',
  text: `SELECT ${COLUMNS} FROM live_events e
    WHERE ends_at <= now() AND (ends_at, id) < ($1::timestamptz, $2::uuid) AND cancelled_at IS NULL
    ORDER BY ends_at DESC, id DESC LIMIT $3`,
};
const OF_PLAYER = {
  name: 'live-events-of-player',
  text: `SELECT ${COLUMNS}, joined_at AS "joinedAt" FROM live_event_participations JOIN live_events e ON e.id = event_id
    WHERE player_id = $4 AND (joined_at, event_id) < ($1::timestamptz, $2::uuid) ORDER BY joined_at DESC, event_id DESC
      LIMIT $3`,
};
const BY_IDS = { name: 'live-events-by-ids', text: `SELECT ${COLUMNS} FROM live_events e WHERE id = ANY ($1::uuid[])` };
const JOINED = {
  name: 'live-events-joined',
  text: `SELECT event_id AS "eventId", joined_at AS "joinedAt", CASE
    WHEN cancelled_at IS NULL THEN concluded_at END AS "rewardedAt"
    FROM live_event_participations JOIN live_events e ON e.id = event_id WHERE player_id = $1
      AND event_id = ANY ($2::uuid[])`,
};

const FIRST: EventCursor = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const LAST: EventCursor = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

@Injectable()
export class LiveEventReads {
  constructor(private readonly pool: SqlPool) {}

  /** Live and upcoming events, by their start. */
  open(first: number, after: EventCursor = FIRST) {
    return this.page<ListedLiveEvent>(OPEN, first, after);
  }

  /** Past events that took place, the latest first. */
  past(first: number, after: EventCursor = LAST) {
    return this.page<ListedLiveEvent>(PAST, first, after);
  }

  /** Events that a player joined, including cancelled ones, the last joined first. */
  ofPlayer(player: string, first: number, after: EventCursor = LAST) {
    return this.page<ListedLiveEvent & { joinedAt: Date }>(OF_PLAYER, first, after, player);
  }

  /** In the order of the ids, which are uuids; null for an unknown one. */
  async byIds(ids: readonly string[]): Promise<(ListedLiveEvent | null)[]> {
    const { rows } = await this.pool.query<ListedLiveEvent>({ ...BY_IDS, values: [ids] });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }

  /** A player's participation in each of the events; null without one. */
  async joined(player: string, events: readonly string[]): Promise<(JoinedEvent | null)[]> {
    const { rows } = await this.pool.query<JoinedEvent>({ ...JOINED, values: [player, events] });
    const found = new Map(rows.map((row) => [row.eventId, row]));
    return events.map((id) => found.get(id) ?? null);
  }

  private async page<Row extends ListedLiveEvent>(
    statement: { name: string; text: string },
    first: number,
    [at, id]: EventCursor,
    ...more: unknown[]
  ) {
    const { rows } = await this.pool.query<Row>({ ...statement, values: [at, id, first + 1, ...more] });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}
