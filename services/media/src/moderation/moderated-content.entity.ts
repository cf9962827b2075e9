import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest decision of moderators about a picture, or about a work with its picture. */
@Entity({ name: 'moderated_contents' })
@Check('moderated_contents_kind', `kind IN ('work', 'picture')`)
export class ModeratedContent {
  @PrimaryColumn('uuid', { name: 'content_id', primaryKeyConstraintName: 'moderated_contents_pkey' })
  contentId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'moderated_contents_pkey' })
  kind: 'work' | 'picture';

  @Column('boolean', { name: 'is_shown' })
  isShown: boolean;

  @Column('integer')
  version: number;
}
