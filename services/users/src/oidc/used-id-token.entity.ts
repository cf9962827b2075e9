import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An ID token that has opened a session and cannot open another. */
@Entity({ name: 'used_id_tokens' })
export class UsedIdToken {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'used_id_tokens_pkey' })
  hash: Buffer;

  /** The token's expiry, after which it is refused anyway. */
  @Index('used_id_tokens_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
