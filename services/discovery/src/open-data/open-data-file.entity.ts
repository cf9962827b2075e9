import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of the open data that is complete and offered. */
@Entity({ name: 'open_data_files' })
export class OpenDataFile {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'open_data_files_pkey' })
  name: string;

  /** Of the parts that belong to it. */
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

/** A part of a file: at most `PART_BYTES` of it. Those of a run that broke off are removed by the next run. */
@Entity({ name: 'open_data_parts' })
export class OpenDataPart {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'open_data_parts_pkey' })
  run: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'open_data_parts_pkey' })
  part: number;

  @Column('bytea')
  bytes: Buffer;
}
