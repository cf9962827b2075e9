import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

const LISTED = {
  all: 'is_listed AND score > 0',
  month: 'is_listed AND month_score > 0',
  week: 'is_listed AND week_score > 0',
};

/**
 * A player's scores of the present periods: of all time, the calendar month and the week from Monday, in UTC, by the
 * time of the booking. Scores of a past period stay until the player's next award; readers pass the period.
 */
@Entity({ name: 'player_ranks' })
@Index('player_ranks_all', ['score', 'accountId'], { where: LISTED.all })
@Index('player_ranks_all_country', ['country', 'score', 'accountId'], { where: LISTED.all })
@Index('player_ranks_all_city', ['city', 'score', 'accountId'], { where: LISTED.all })
@Index('player_ranks_month', ['month', 'monthScore', 'accountId'], { where: LISTED.month })
@Index('player_ranks_month_country', ['country', 'month', 'monthScore', 'accountId'], { where: LISTED.month })
@Index('player_ranks_month_city', ['city', 'month', 'monthScore', 'accountId'], { where: LISTED.month })
@Index('player_ranks_week', ['week', 'weekScore', 'accountId'], { where: LISTED.week })
@Index('player_ranks_week_country', ['country', 'week', 'weekScore', 'accountId'], { where: LISTED.week })
@Index('player_ranks_week_city', ['city', 'week', 'weekScore', 'accountId'], { where: LISTED.week })
export class PlayerRank {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_ranks_pkey' })
  accountId: string;

  /** Verified, with a name and visible statistics, and not excluded. */
  @Column('boolean', { name: 'is_listed' })
  isListed: boolean;

  /** `area_key` of the account's country; empty without one. */
  @Column('text')
  country: string;

  /** `country/city`; empty where one is missing. */
  @Column('text')
  city: string;

  /** tokens + 15 × discoveries. */
  @Column('integer')
  score: number;

  @Column('integer')
  discoveries: number;

  /** First day of the month that the next two count. */
  @Column('date')
  month: string;

  @Column('integer', { name: 'month_score' })
  monthScore: number;

  @Column('integer', { name: 'month_discoveries' })
  monthDiscoveries: number;

  @Column('date')
  week: string;

  @Column('integer', { name: 'week_score' })
  weekScore: number;

  @Column('integer', { name: 'week_discoveries' })
  weekDiscoveries: number;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'player_ranks_account' })
  account?: Account;
}

/**
 * Number of listed players of a leaderboard with a score (width 1) or in a range of 1,024 scores, maintained by a
 * trigger.
 */
@Entity({ name: 'rank_histogram' })
export class RankCount {
  /** Empty for the world, or as in `PlayerRank`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rank_histogram_pkey' })
  area: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'rank_histogram_pkey' })
  period: 'all' | 'month' | 'week';

  /** `-infinity` for all time. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'rank_histogram_pkey' })
  starts: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'rank_histogram_pkey' })
  width: number;

  /** Score divided by the width. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'rank_histogram_pkey' })
  bucket: number;

  @Column('integer')
  players: number;
}

/** A change that is not in the ranks yet: an award, or (with zeros) a change of an account's listing. */
@Entity({ name: 'rank_changes' })
export class RankChange {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'rank_changes_pkey' })
  accountId: string;

  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'rank_changes_pkey',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
  })
  id: string;

  @Column('integer', { default: 0 })
  score: number;

  @Column('integer', { default: 0 })
  discoveries: number;

  /** As of the transfer. */
  @Column('timestamptz', { name: 'booked_at', default: () => 'now()' })
  bookedAt: Date;
}

/** A player who is excluded from the ranks, for example by a suspension. */
@Entity({ name: 'rank_exclusions' })
export class RankExclusion {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'rank_exclusions_pkey' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'rank_exclusions_account' })
  account?: Account;
}
