import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An ID token that has opened a session: it opens no other. */
@Entity({ name: 'used_id_tokens' })
export class UsedIdToken {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'used_id_tokens_pkey' })
  hash: Buffer;

  /** The token's own end; after that it is refused without this row. */
  @Index('used_id_tokens_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
