import { Check, Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A player's like, post or reply, stored once for each, even if it is removed later. */
@Entity({ name: 'social_deeds' })
@Check('social_deeds_kind', `kind IN ('like', 'post', 'reply')`)
export class SocialAction {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'social_deeds_pkey' })
  kind: 'like' | 'post' | 'reply';

  /** The discovery or the post. */
  @PrimaryColumn('uuid', { name: 'source_id', primaryKeyConstraintName: 'social_deeds_pkey' })
  sourceId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'social_deeds_account' })
  account?: Account;
}

/** A player's progress towards achievements (`pin-dropper:tag`), and the earned achievements (`pin-dropper!`). */
@Entity({ name: 'achievement_marks' })
export class AchievementProgress {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'achievement_marks_pkey' })
  accountId: string;

  @Column('text', { name: 'marks', array: true })
  progress: string[];

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'achievement_marks_account' })
  account?: Account;
}

@Entity({ name: 'player_achievements' })
export class PlayerAchievement {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'player_achievements_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'player_achievements_pkey' })
  achievement: string;

  /** Time of the action that completed it. */
  @Column({ type: 'timestamptz', name: 'earned_at', precision: 3 })
  earnedAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'player_achievements_account' })
  account?: Account;
}

/** Number of players who have an achievement, maintained by a trigger. */
@Entity({ name: 'achievement_counts' })
export class AchievementCount {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'achievement_counts_pkey' })
  achievement: string;

  @Column('integer')
  players: number;
}
