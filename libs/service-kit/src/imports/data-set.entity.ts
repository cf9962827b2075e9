import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WrittenMap } from './column-map.js';

/** The import of a shipped file, with the file's version. */
@Entity({ name: 'import_runs' })
export class ImportRun {
  @PrimaryColumn('text')
  name: string;

  /** SHA-256 of the file and its column map, in hex. */
  @Column('text')
  digest: string;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt: Date;
}

/** An imported data set; its rows have its name. */
@Entity({ name: 'data_sets' })
export class DataSet {
  @PrimaryColumn('text')
  kind: string;

  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  licence: string | null;

  /** Attribution required by the licence. */
  @Column('text', { nullable: true })
  attribution: string | null;

  /** Page of the data set. */
  @Column('text', { nullable: true })
  url: string | null;

  /** Its column map; null for sets from versions that did not store it. */
  @Column('jsonb', { nullable: true })
  map: WrittenMap | null;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt: Date;
}
