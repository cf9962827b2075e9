import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A complete, published file of open data. */
@Entity({ name: 'open_data_files' })
export class OpenDataFile {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'open_data_files_pkey' })
  name: string;

  /** Run that created its parts. */
  @Column('uuid')
  run: string;

  @Column('timestamptz', { name: 'made_at' })
  madeAt: Date;

  /** Works or walls in it. */
  @Column('integer')
  rows: number;

  /** Compressed. */
  @Column('bigint')
  bytes: string;
}

/** A part of a file, at most `PART_BYTES` long. The next run deletes the parts of an interrupted one. */
@Entity({ name: 'open_data_parts' })
export class OpenDataPart {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'open_data_parts_pkey' })
  run: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'open_data_parts_pkey' })
  part: number;

  @Column('bytea')
  bytes: Buffer;
}
