import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A temporary object of the issuer: an interaction, a code, a grant or a token. */
@Entity({ name: 'oidc_payloads' })
@Index('oidc_payloads_account', { synchronize: false })
export class OidcPayload {
  /** The library's name of its kind. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oidc_payloads_pkey' })
  model: string;

  /** Most ids are bearer secrets (a code, a cookie, a token), so only their hash is stored. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'oidc_payloads_pkey' })
  idHash: Buffer;

  @Column('jsonb')
  payload: object;

  @Index('oidc_payloads_grant')
  @Column('text', { name: 'grant_id', nullable: true })
  grantId: string | null;

  @Index('oidc_payloads_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'consumed_at', nullable: true })
  consumedAt: Date | null;
}
