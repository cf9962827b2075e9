import type { Language } from '@sprayhunt/service-kit';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PinPreferences } from './pin-preferences.js';
import type { Visibility } from './visibility.service.js';

export type AccountStatus = 'pending' | 'verified';

export const EXPERIENCES = ['beginner', 'intermediate', 'advanced', 'professional', 'enthusiast'] as const;
export const REFERRAL_SOURCES = ['social-media', 'friend', 'search', 'street-art-community', 'event', 'other'] as const;

/** A player's account, pending until a code confirms a phone or e-mail. */
@Entity({ name: 'accounts' })
@Check('accounts_status', `status IN ('pending', 'verified')`)
@Check('accounts_language', `language IN ('en', 'fr', 'es', 'de')`)
@Index('accounts_pending', ['createdAt'], { where: `status = 'pending'` })
export class Account {
  /**
   * Random, or the former subject of a guest, so that the guest's uploads stay with them. Public as `public_id(id)`.
   */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'accounts_pkey' })
  id: string;

  @Column('text')
  status: AccountStatus;

  @Column('text', { name: 'first_name', nullable: true })
  firstName: string | null;

  @Column('text', { name: 'last_name', nullable: true })
  lastName: string | null;

  @Column('text', { nullable: true })
  city: string | null;

  /** State or province. */
  @Column('text', { nullable: true })
  region: string | null;

  @Column('text', { nullable: true })
  country: string | null;

  @Column('text', { nullable: true })
  username: string | null;

  /** The two unique keys of a username; see `usernameKeys`. */
  @Index('accounts_username_small', { unique: true })
  @Column('text', { name: 'username_small', nullable: true })
  usernameSmall: string | null;

  @Index('accounts_username_capital', { unique: true })
  @Column('text', { name: 'username_capital', nullable: true })
  usernameCapital: string | null;

  @Column('date', { name: 'date_of_birth', nullable: true })
  dateOfBirth: string | null;

  @Column('text', { nullable: true })
  bio: string | null;

  @Column('uuid', { name: 'avatar_picture_id', nullable: true })
  avatarPictureId: string | null;

  @Column('jsonb', { name: 'pin_preferences' })
  pinPreferences: PinPreferences;

  /** The player's visibility settings; see `visibilityOf`. */
  @Column('jsonb', { default: {} })
  visibility: Partial<Visibility>;

  @Column('text', { nullable: true })
  experience: (typeof EXPERIENCES)[number] | null;

  @Column('text', { array: true, default: '{}' })
  interests: string[];

  @Column('text', { name: 'referral_source', nullable: true })
  referralSource: (typeof REFERRAL_SOURCES)[number] | null;

  @Column('text', { name: 'referral_code', nullable: true })
  referralCode: string | null;

  /** Language of messages to the player: the language of the sign-up request, until the player chooses another. */
  @Column('text', { default: 'en' })
  language: Language;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
