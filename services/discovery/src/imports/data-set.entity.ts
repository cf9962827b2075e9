import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WrittenMap } from './column-map.js';
import type { Kind } from './importer.js';

/** A data set that was imported; its rows carry its name. */
@Entity({ name: 'data_sets' })
export class DataSet {
  @PrimaryColumn('text')
  kind: Kind;

  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  licence: string | null;

  /** Whom the licence asks to name. */
  @Column('text', { nullable: true })
  attribution: string | null;

  /** Where the data set can be seen. */
  @Column('text', { nullable: true })
  url: string | null;

  /** How its columns became fields; null for sets of versions that did not keep it. */
  @Column('jsonb', { nullable: true })
  map: WrittenMap | null;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt: Date;
}
