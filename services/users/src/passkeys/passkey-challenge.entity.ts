import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge that an authenticator is to sign; gone with its first use. */
@Entity({ name: 'passkey_challenges' })
export class PasskeyChallenge {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'passkey_challenges_pkey' })
  challenge: Buffer;

  /** What the challenge is for, and in which browser session. */
  @Column('text')
  slot: string;

  @Index('passkey_challenges_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
