import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge for an authenticator, deleted at its first use. */
@Entity({ name: 'passkey_challenges' })
export class PasskeyChallenge {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'passkey_challenges_pkey' })
  challenge: Buffer;

  /** Purpose and browser session of the challenge. */
  @Column('text')
  slot: string;

  @Index('passkey_challenges_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
