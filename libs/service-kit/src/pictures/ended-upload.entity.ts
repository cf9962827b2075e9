import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An upload that will never be a picture: a projection of `UploadEnded`, for as long as a picture could be waited for.
 */
@Entity({ name: 'ended_uploads' })
export class EndedUpload {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ended_uploads_pkey' })
  id: string;

  @Column('text')
  reason: 'refused' | 'given-up' | 'expired';

  @Index('ended_uploads_received')
  @Column('timestamptz', { name: 'received_at', default: () => 'now()' })
  receivedAt: Date;
}
