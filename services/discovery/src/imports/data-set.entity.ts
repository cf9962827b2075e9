import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WrittenMap } from './column-map.js';
import type { Kind } from './importer.js';

/** An imported data set; its rows have its name. */
@Entity({ name: 'data_sets' })
export class DataSet {
  @PrimaryColumn('text')
  kind: Kind;

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
