import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { CITY, COUNTRY, IS_LISTED } from './count-ranks.js';

export const PERIODS = ['all', 'month', 'week'] as const;
export type Period = (typeof PERIODS)[number];
export const AREAS = ['world', 'country', 'city'] as const;
export type Area = (typeof AREAS)[number];

const SHOWN_PLAYERS = 50;
const SCORE_OF_DISCOVERY = 15;

interface RankedPlayer {
  /** Public id. */
  id: string;
  accountId: string;
  username: string;
  score: number;
  discoveries: number;
}

interface Own {
  /** Display name of the caller's area, from the account; null for the world, and if the account has no area. */
  name: string | null;
  score: number;
  discoveries: number;
  /** From 1; equal scores share a rank. Null if the caller is not ranked. */
  rank: number | null;
  /** The next higher score on this board; null for the first. */
  next: number | null;
}

/** The columns and the start of the current period. */
const columns = (period: Period) =>
  period === 'all'
    ? { score: 'score', discoveries: 'discoveries', starts: `'-infinity'::date` }
    : {
        score: `${period}_score`,
        discoveries: `${period}_discoveries`,
        starts: `date_trunc('${period}', now() AT TIME ZONE 'UTC')::date`,
      };

/** The highest ranks of a leaderboard, by its index, without players who have left meanwhile. */
function topOf(period: Period, area: Area): string {
  const { score, discoveries, starts } = columns(period);
  const board = [
    ...(period === 'all' ? [] : [`r.${period} = ${starts}`]),
    ...(area === 'world'
      ? []
      : [
          `r.${area} = (SELECT ${area === 'country' ? COUNTRY : CITY} FROM accounts a WHERE a.id = $1)
            AND r.${area} <> ''`,
        ]),
  ];
  return `SELECT a.id AS "accountId", public_id(a.id) AS id, a.username, r.${score} AS score,
    r.${discoveries} AS discoveries
    FROM player_ranks r JOIN accounts a ON a.id = r.account_id
    WHERE ${[`r.is_listed AND r.${score} > 0`, ...board, IS_LISTED].join(' AND ')}
    ORDER BY r.${score} DESC, r.account_id DESC LIMIT ${SHOWN_PLAYERS}`;
}

/** The caller's rank, by the histogram: the players in higher coarse buckets, and in higher fine ones of their own. */
function ownOf(period: Period, area: Area): string {
  const { score, discoveries, starts } = columns(period);
  const of = `h.area = own.area AND h.period = '${period}' AND h.starts = ${starts}`;
  const isPresent = period === 'all' ? 'true' : `r.${period} = ${starts}`;
  return `SELECT own.name, own.score, own.discoveries,
      CASE WHEN own.is_ranked THEN (1
        + (SELECT coalesce(sum(players), 0) FROM rank_histogram h WHERE ${of} AND width = 1024
          AND bucket > own.score / 1024)
        + (SELECT coalesce(sum(players), 0) FROM rank_histogram h WHERE ${of} AND width = 1 AND bucket > own.score
          AND bucket < (own.score / 1024 + 1) * 1024))::integer END AS rank,
      (SELECT bucket FROM rank_histogram h WHERE ${of} AND width = 1 AND bucket > own.score AND players > 0
        ORDER BY bucket LIMIT 1) AS next
    FROM (
      SELECT ${area === 'world' ? 'NULL' : `nullif(trim(a.${area}), '')`} AS name,
        ${{ world: `''`, country: `nullif(${COUNTRY}, '')`, city: `nullif(${CITY}, '')` }[area]} AS area,
        coalesce(CASE WHEN ${isPresent} THEN r.${score} END, 0) AS score, coalesce(CASE
          WHEN ${isPresent} THEN r.${discoveries} END, 0) AS discoveries,
        coalesce(r.is_listed AND ${isPresent} AND r.${score} > 0 AND ${area === 'world' ? 'true' : `r.${area} <> ''`}
          AND ${IS_LISTED}, false) AS is_ranked
      FROM accounts a LEFT JOIN player_ranks r ON r.account_id = a.id WHERE a.id = $1) AS own`;
}

const statementsFor = new Map(
  PERIODS.flatMap((period) =>
    AREAS.map(
      (area) =>
        [
          `${period} ${area}`,
          {
            top: { name: `ranks-${period}-${area}`, text: topOf(period, area) },
            own: { name: `own-rank-${period}-${area}`, text: ownOf(period, area) },
          },
        ] as const,
    ),
  ),
);

/** Leaderboards: two named statements each. */
@Injectable()
export class LeaderboardReads {
  constructor(private readonly pool: SqlPool) {}

  /** The first 50 of a board, and the caller's rank on it. Players with the same score share a rank. */
  async of(period: Period, area: Area, accountId: string) {
    const { top, own } = statementsFor.get(`${period} ${area}`)!;
    const values = [accountId];
    const [ranked, [mine]] = await Promise.all([
      this.pool.query<RankedPlayer>({ ...top, values: area === 'world' ? [] : values }).then(({ rows }) => rows),
      this.pool.query<Own>({ ...own, values }).then(({ rows }) => rows),
    ]);
    let rank = 0;
    const entries = ranked.map(({ accountId: player, ...entry }, index) => {
      if (entry.score !== ranked[index - 1]?.score) rank = index + 1;
      return { ...entry, tokens: tokensOf(entry), rank, you: player === accountId };
    });
    const { name = null, score = 0, discoveries = 0, rank: ownRank = null, next = null } = mine ?? {};
    return {
      area: name,
      entries,
      me: {
        rank: entries.find(({ you }) => you)?.rank ?? ownRank,
        score,
        discoveries,
        tokens: tokensOf({ score, discoveries }),
        toNext: next === null ? null : next - score,
      },
    };
  }
}

const tokensOf = ({ score, discoveries }: Pick<RankedPlayer, 'score' | 'discoveries'>): number =>
  score - SCORE_OF_DISCOVERY * discoveries;
