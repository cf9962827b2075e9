import { Inject, Injectable } from '@nestjs/common';
import { uploadEnded } from '@sprayhunt/contracts';
import {
  deleteBefore,
  ErasedAccounts,
  inBatches,
  InjectConfig,
  JetStreamStrategy,
  Jobs,
  log,
  Outbox,
  poolOf,
  type RepeatedJob,
} from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaConfig } from '../config.js';
import { objectKeys, withheldKey } from '../objects/picture.entity.js';
import { USE_HANDLERS } from '../objects/picture-uses.js';
import { partsFolder } from '../uploads/upload.entity.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';

/** Objects removed in one transaction. */
const BATCH = 200;
/** Time for an upload that began just before its ticket expired. */
const GRACE = `interval '15 minutes'`;
const COME_BACK_SECONDS = 1;
/** Erasures wait for so long when the process that sweeps is killed; a run ends before that, between two batches. */
const LOCK_SECONDS = 30;
/** Dead letters are kept, and replayed, for a year. */
const TOMBSTONES_BEFORE = `now() - interval '365 days'`;

const swept = new Counter({
  name: 'media_swept_total',
  help: 'Unused objects that were removed',
  labelNames: ['kind'],
});

/** Removes objects that are expired, left by crashes, or of erased accounts. */
@Injectable()
export class SweeperService {
  private readonly job: RepeatedJob;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly erased: ErasedAccounts,
    private readonly events: JetStreamStrategy,
    @InjectConfig() private readonly config: MediaConfig,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {
    this.job = { name: 'sweep', every: config.SWEEP_SECONDS, lockSeconds: LOCK_SECONDS };
    jobs.repeat(this.job, (signal) => this.sweep(signal));
  }

  /** A round as soon as the transaction has committed what there is to sweep. */
  async sweepSoon(tx: EntityManager): Promise<void> {
    await this.jobs.runSoon(tx, this.job);
  }

  /** Removes all there is to remove now, a batch a transaction. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await this.repeat((tx) => this.sweepErased(tx), signal);
    await this.sweepUnused(signal);
    await this.repeat((tx) => this.sweepTickets(tx), signal);
    await this.repeat((tx) => this.confirmErasures(tx), signal);
    await this.dataSource.transaction((tx) => this.comeBackForErasures(tx));
    await this.sweepViews(signal);
    await this.sweepTombstones(signal);
  }

  private async repeat(round: (tx: EntityManager) => Promise<number>, signal: AbortSignal | undefined): Promise<void> {
    await inBatches(BATCH, () => this.dataSource.transaction(round), signal);
    signal?.throwIfAborted();
  }

  private sweepErased(tx: EntityManager): Promise<number> {
    return this.sweepPictures(tx, 'erased', 'erased');
  }

  /** Removes pictures that were unused for long; never while an event about their use may be pending. */
  private async sweepUnused(signal: AbortSignal | undefined): Promise<void> {
    if (!(await this.events.isCurrent(USE_HANDLERS)))
      return log.info('Unused pictures are kept: events are outstanding');
    await this.repeat(
      (tx) =>
        this.sweepPictures(tx, 'orphan', `unused_since < now() - $1 * interval '1 hour'`, [this.config.ORPHAN_HOURS]),
      signal,
    );
  }

  private async sweepPictures(tx: EntityManager, kind: string, which: string, values: unknown[] = []): Promise<number> {
    const pictures = await tx.query<{ id: string }[]>(
      `SELECT id FROM pictures WHERE ${which} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      values,
    );
    await this.removeObjects(pictures);
    await tx.query(`DELETE FROM pictures WHERE id = ANY ($1::uuid[])`, [idsOf(pictures)]);
    swept.inc({ kind }, pictures.length);
    return pictures.length;
  }

  /** Expired tickets, with what a crash between storing and committing may have stored for them. */
  private async sweepTickets(tx: EntityManager): Promise<number> {
    const tickets = await tx.query<{ id: string; state: string; length: number | null }[]>(
      `SELECT id, state, length FROM uploads WHERE expires_at < now() - ${GRACE} ORDER BY expires_at LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED`,
    );
    await this.removeObjects(tickets.filter(({ state }) => state !== 'ready'));
    for (const { id } of tickets.filter(({ length }) => length !== null)) await this.removeParts(id);
    await tx.query(`DELETE FROM uploads WHERE id = ANY ($1::uuid[])`, [idsOf(tickets)]);
    const unused = tickets.filter(({ state }) => state === 'waiting');
    await this.outbox.addMany(
      tx,
      uploadEnded,
      unused.map(({ id }) => ({ data: { pictureId: id, reason: 'expired' as const } })),
    );
    swept.inc({ kind: 'ticket' }, tickets.length);
    return tickets.length;
  }

  /** Searched in the store: a crash may have left some that are not in the ticket. */
  private async removeParts(id: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.store.list(partsFolder(id))) keys.push(key);
    await this.store.remove(keys);
  }

  /** Confirms erased accounts without remaining rows and objects. */
  private async confirmErasures(tx: EntityManager): Promise<number> {
    const [owners] = await tx.query<[{ id: string }[], number]>(
      `DELETE FROM unswept_owners WHERE owner_id IN (
         SELECT owner_id FROM unswept_owners owner
         WHERE NOT EXISTS (SELECT FROM pictures WHERE pictures.owner_id = owner.owner_id)
           AND NOT EXISTS (SELECT FROM uploads WHERE uploads.owner_id = owner.owner_id)
         LIMIT ${BATCH})
       RETURNING owner_id AS id`,
    );
    await this.erased.confirm(tx, idsOf(owners));
    return owners.length;
  }

  /** A running upload holds its ticket's lock; it ends in a moment. */
  private async comeBackForErasures(tx: EntityManager): Promise<void> {
    const [{ some }] = await tx.query<[{ some: boolean }]>(`SELECT EXISTS (SELECT FROM unswept_owners) AS some`);
    if (some) await this.jobs.runSoon(tx, this.job, COME_BACK_SECONDS);
  }

  /** Deletes the views of past days, with a margin for differences of clocks. */
  private async sweepViews(signal: AbortSignal | undefined): Promise<void> {
    swept.inc(
      { kind: 'view' },
      await deleteBefore(poolOf(this.dataSource), 'art_views', 'day', `(now() AT TIME ZONE 'UTC')::date - 1`, signal),
    );
  }

  /** Deletes tombstones of works whose creation cannot be replayed any more. */
  private async sweepTombstones(signal: AbortSignal | undefined): Promise<void> {
    await deleteBefore(poolOf(this.dataSource), 'removed_discoveries', 'received_at', TOMBSTONES_BEFORE, signal);
  }

  private removeObjects(rows: { id: string }[]): Promise<void> {
    return this.store.remove(rows.flatMap(({ id }) => objectKeys(id).flatMap((key) => [key, withheldKey(key)])));
  }
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
