import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const MISSION_TYPES = {
  photo_hunt: 'Photo Hunt',
  documentation: 'Documentation',
  legal_wall: 'Legal Wall',
  historical_site: 'Historical Site',
  banksy_hunt: 'Banksy Hunt',
  street_art_tour: 'Street Art Tour',
} as const;
export type MissionType = keyof typeof MISSION_TYPES;

export const DIFFICULTIES = { easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert' } as const;
export type Difficulty = keyof typeof DIFFICULTIES;

export const SAFETY_RATINGS = { safe: 'Safe', caution: 'Caution', high_risk: 'High Risk' } as const;
export type SafetyRating = keyof typeof SAFETY_RATINGS;

/** Metres (readings: 2 km). */
export const DEFAULT_RADIUS_METRES = 2_000;

/**
 * A photo mission of a catalogue. The table also has `list_rank`, generated: 0 for featured missions (product.md: type
 * Banksy Hunt or Historical Site, or a reward of at least 300), which lists show first; else 1.
 */
@Entity({ name: 'missions' })
@Index('missions_catalogue', ['catalogue', 'catalogueKey'], { unique: true })
@Index('missions_place', ['latitude', 'longitude'])
@Index('missions_order', { synchronize: false })
export class Mission {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text')
  city: string;

  @Column('text')
  country: string;

  @Column('text', { name: 'mission_type' })
  missionType: MissionType;

  @Column('text', { name: 'difficulty_level' })
  difficultyLevel: Difficulty;

  @Column('text', { name: 'safety_rating' })
  safetyRating: SafetyRating;

  /** Degrees, WGS 84. */
  @Column('double precision')
  latitude: number;

  @Column('double precision')
  longitude: number;

  /** Metres around its place in which a discovery counts. */
  @Column('integer', { default: DEFAULT_RADIUS_METRES })
  radius: number;

  /** Spray Coins. */
  @Column('integer', { name: 'rewards_tokens' })
  rewardsTokens: number;

  @Column('text', { name: 'historical_context', nullable: true })
  historicalContext: string | null;

  @Column('text', { name: 'artist_info', nullable: true })
  artistInfo: string | null;

  @Column('text', { name: 'best_photo_time', nullable: true })
  bestPhotoTime: string | null;

  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { name: 'source_url', nullable: true })
  sourceUrl: string | null;

  /** Afterwards it cannot be started, and discoveries do not complete it. */
  @Column('timestamptz', { name: 'ends_at', nullable: true })
  endsAt: Date | null;

  /** Players who take part or have completed it. */
  @Column('integer', { default: 0 })
  participants: number;

  /** Name of its catalogue, and its key in there. */
  @Column('text')
  catalogue: string;

  @Column('text', { name: 'catalogue_key' })
  catalogueKey: string;
}
