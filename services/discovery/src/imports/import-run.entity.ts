import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a shipped file was taken in, and in which version. */
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
