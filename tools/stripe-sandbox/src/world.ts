import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { notFound } from './api-error.js';
import type { Store } from './store.js';
import type { Due, Settings, StoredEvent, Tables } from './tables.js';

/** The version of the API that the `stripe` SDK uses. */
export const API_VERSION = '2026-10-28.endive';

export const DAY = 86_400;

const SETTINGS: Settings = {
  id: 'settings',
  ahead: 0,
  after_retries: 'cancel',
  webhooks: { paused: false, shuffled: false, copies: 1, bad_signatures: 0, seed: 1 },
};

/** The request that runs, named in the events that it causes. */
export interface CurrentRequest {
  id: string;
  idempotency_key: string | null;
}

/** The shared context of all resources: state, the clock, ids and events. */
export class World {
  request: CurrentRequest | null = null;
  /** While the clock is advanced, its current moment. */
  private moment: number | undefined;
  private readonly followers = new Map<string, ((object: never) => void)[]>();
  private publish: (event: StoredEvent) => void = () => {};

  /** @param url address of the sandbox, without a slash at its end */
  constructor(
    readonly store: Store,
    public url: string,
  ) {}

  /** Seconds since 1970 by the sandbox's clock. */
  now(): number {
    return this.moment ?? Math.floor(Date.now() / 1000) + this.settings().ahead;
  }

  /** Runs `work` as if it were `moment`. */
  at(moment: number, run: () => void): void {
    this.moment = moment;
    try {
      run();
    } finally {
      this.moment = undefined;
    }
  }

  settings(): Settings {
    return this.store.get('settings', 'settings') ?? SETTINGS;
  }

  change(changes: Partial<Settings>): void {
    this.store.put('settings', 'settings', { ...this.settings(), ...changes });
  }

  /** @returns an id of Stripe's form, such as `pi_` and 24 letters and digits */
  id(prefix: string): string {
    return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`;
  }

  /** @param param the parameter that named it, when it was not the address */
  getOrThrow<T extends keyof Tables>(table: T, id: string, param = 'id'): Tables[T] {
    const row = this.store.get(table, id);
    if (!row) throw notFound(table.replaceAll('_', ' '), id, param);
    return row;
  }

  /** Schedules a task. It replaces a task with the same kind and subject. */
  schedule(kind: Due['kind'], subject: string, at: number): void {
    const id = `${kind}:${subject}`;
    this.store.put('due', id, { id, at, kind, subject });
  }

  unschedule(subject: string, ...kinds: Due['kind'][]): void {
    for (const kind of kinds) this.store.remove('due', `${kind}:${subject}`);
  }

  /** Runs `work` after each event of the type, within the same transaction. */
  follow<T>(type: Stripe.Event.Type, run: (object: T) => void): void {
    this.followers.set(type, [...(this.followers.get(type) ?? []), run]);
  }

  onEvent(publish: (event: StoredEvent) => void): void {
    this.publish = publish;
  }

  /** @param previous the former values of what changed, for `….updated` */
  emit(type: Stripe.Event.Type, object: object, previous?: object): void {
    const event: StoredEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    };
    this.store.put('event', event.id, event);
    this.publish(event);
    for (const run of this.followers.get(type) ?? []) run(object as never);
  }

  /** Changes a row and emits `….updated` with what it was before. */
  update<T extends keyof Tables>(
    table: T,
    id: string,
    changes: Partial<Tables[T]>,
    type: Stripe.Event.Type,
  ): Tables[T] {
    const former = this.getOrThrow(table, id);
    const changed = (Object.keys(changes) as (keyof Tables[T])[]).filter(
      (key) => JSON.stringify(former[key]) !== JSON.stringify(changes[key]),
    );
    if (changed.length === 0) return former;
    const row = this.store.patch(table, id, changes);
    this.emit(type, row, Object.fromEntries(changed.map((key) => [key, former[key]])));
    return row;
  }
}

/** The id of a reference that may be expanded. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}
