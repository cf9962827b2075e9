import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ErasedAccounts,
  IdempotentTransaction,
  type Identity,
  InjectConfig,
  invalid,
  Problem,
  SqlPool,
  uuidv7,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { kindsFor } from '../changes/change-kinds.js';
import type { ChangeKind } from '../changes/change.entity.js';
import { ChangeReads, changesExpired } from '../changes/change-reads.js';
import { positionSince } from '../changes/since.js';
import type { DiscoveryConfig } from '../config.js';
import { positionOfMessage } from './messages.js';
import type { PartnerClient } from './partner-client.entity.js';
import { type endpointUpdate, faultOfUrl, type newEndpoint } from './webhook-input.js';
import type { WebhookDelivery, WebhookEndpoint } from './webhook-endpoint.entity.js';

const SECRET_BYTES = 32;
/** Hours for which the previous secret signs, too. */
const OVERLAP_HOURS = 24;
export const MAX_ENDPOINTS = 5;
/** Single messages of an endpoint that wait to be sent again. */
const MAX_RESENDING = 20;

/** An endpoint as its partner sees it. */
export type ListedEndpoint = Pick<
  WebhookEndpoint,
  | 'id'
  | 'clientId'
  | 'url'
  | 'kinds'
  | 'bbox'
  | 'state'
  | 'pausedAt'
  | 'failingSince'
  | 'lastDeliveredAt'
  | 'isTesting'
  | 'formerSecretUntil'
  | 'createdAt'
> & {
  nextAttemptAt: Date | null;
};

export interface EndpointWithSecret {
  endpoint: ListedEndpoint;
  secret: string;
}

const ROTATE = `
  UPDATE webhook_endpoints SET secret = $2, former_secret = secret,
    former_secret_until = now() + interval '${OVERLAP_HOURS} hours'
  WHERE id = $1`;
const RESEND = `
  UPDATE webhook_endpoints SET resending = array_append(array_remove(resending, $2::bigint), $2::bigint)
  WHERE id = $1 AND (cardinality(resending) < ${MAX_RESENDING} OR $2::bigint = ANY (resending)) RETURNING id`;
const LISTED = `e.id, e.client_id AS "clientId", url, kinds, bbox, state, paused_at AS "pausedAt", failing_since AS "failingSince",
  CASE WHEN state = 'active' AND failing_since IS NOT NULL THEN next_at END AS "nextAttemptAt", last_delivered_at AS "lastDeliveredAt",
  is_testing AS "isTesting", CASE WHEN former_secret_until > now() THEN former_secret_until END AS "formerSecretUntil", created_at AS "createdAt"`;

/**
 * SQL condition: endpoints of the partner itself ($1), or of the clients of a player ($2); none of a revoked client.
 */
const OF_CALLER = `(client.client_id = $1 OR client.owner_id = $2) AND NOT client.is_revoked`;
const FROM = `FROM webhook_endpoints e JOIN partner_clients client USING (client_id) WHERE ${OF_CALLER}`;
const LIST = {
  name: 'webhook-endpoints',
  text: `SELECT ${LISTED} ${FROM} AND ($3::uuid IS NULL OR e.client_id = $3) ORDER BY e.id LIMIT ${MAX_ENDPOINTS * 20}`,
};
const ONE = { name: 'webhook-endpoint', text: `SELECT ${LISTED} ${FROM} AND e.id = $3` };
const DELIVERIES = {
  name: 'webhook-deliveries',
  text: `SELECT id::text, message_id AS "messageId", kind, at, attempt, status, duration_ms AS "durationMs", error
    FROM webhook_deliveries
    WHERE endpoint_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
};
const CLIENT = `SELECT client_id AS "clientId", owner_id AS "ownerId", scopes, is_revoked AS "isRevoked"
  FROM partner_clients WHERE client_id = $1 FOR UPDATE`;

/** Partners' endpoints. They are managed by the client's own token, or by the owner of the client. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly pool: SqlPool,
    private readonly changes: ChangeReads,
    private readonly erased: ErasedAccounts,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  async list(caller: Identity, clientId: string | null | undefined): Promise<ListedEndpoint[]> {
    return (await this.pool.query<ListedEndpoint>({ ...LIST, values: [...idsOf(caller), clientId ?? null] })).rows;
  }

  /** The newest first. */
  async deliveries(
    caller: Identity,
    endpointId: string,
    first: number,
    before: string | undefined,
  ): Promise<{ items: WebhookDelivery[]; hasNextPage: boolean }> {
    await this.own(caller, endpointId);
    const { rows } = await this.pool.query<WebhookDelivery>({
      ...DELIVERIES,
      values: [endpointId, before ?? null, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }

  /**
   * From now on changes of these kinds go to the address.
   * @throws Problem `VALIDATION_FAILED`, `SCOPE_MISSING`, `NOT_FOUND` for a client that is not the caller's,
   *   `CONFLICT` for an address that it has already, `LIST_FULL` for a sixth endpoint
   */
  async create(
    caller: Identity,
    { clientId, url, kinds, bbox }: z.infer<typeof newEndpoint>,
  ): Promise<EndpointWithSecret> {
    const href = this.address(url);
    const position = await this.changes.positionAt(new Date());
    const { id, secret } = await this.transaction.run(async (tx) => {
      const client = await this.clientOf(tx, caller, clientId);
      const wanted = kindsOf(caller, client, kinds);
      const kept = await endpointsOf(tx, client);
      refuseSame(kept, href);
      if (kept.length >= MAX_ENDPOINTS)
        throw new Problem('LIST_FULL', `A client has at most ${MAX_ENDPOINTS} endpoints. Delete one first.`);
      const added = uuidv7();
      const secret = randomBytes(SECRET_BYTES);
      await tx.query(
        `INSERT INTO webhook_endpoints (id, client_id, url, kinds, bbox, secret, state, position, next_at, created_at)
          VALUES ($1, $2, $3, $4, $5, $6, 'active', $7, now(), now())`,
        [added, client.clientId, href, wanted, bbox ?? null, secret, position],
      );
      return { id: added, secret: shown(secret) };
    });
    return { endpoint: await this.own(caller, id), secret };
  }

  /**
   * Changes the selection and the address from now on; a new address is tried at once.
   * @throws Problem `VALIDATION_FAILED`, `SCOPE_MISSING`, `NOT_FOUND`, `CONFLICT` for an address of another endpoint of
   *   the client
   */
  async update(
    caller: Identity,
    id: string,
    { url, kinds, bbox }: z.infer<typeof endpointUpdate>['input'],
  ): Promise<ListedEndpoint> {
    const href = this.address(url);
    const endpoint = await this.own(caller, id);
    await this.dataSource.transaction(async (tx) => {
      const client = await this.clientOf(tx, caller, endpoint.clientId);
      const wanted = kindsOf(caller, client, kinds);
      refuseSame(
        (await endpointsOf(tx, client)).filter((one) => one.id !== id),
        href,
      );
      await tx.query(
        `UPDATE webhook_endpoints
          SET url = $2, kinds = $3, bbox = $4 ${href === endpoint.url ? '' : `, ${TRIED_AT_ONCE}`} WHERE id = $1`,
        [id, href, wanted, bbox ?? null],
      );
    });
    return this.own(caller, id);
  }

  /** A new secret; for 24 hours, messages are signed with the present one as well. */
  async rotate(caller: Identity, id: string): Promise<EndpointWithSecret> {
    await this.own(caller, id);
    const secret = await this.transaction.run(async (tx) => {
      const secret = randomBytes(SECRET_BYTES);
      await tx.query(ROTATE, [id, secret]);
      return shown(secret);
    });
    return { endpoint: await this.own(caller, id), secret };
  }

  /** @returns false where the caller has no such endpoint */
  async delete(caller: Identity, id: string): Promise<boolean> {
    const endpoint = await this.find(caller, id);
    if (endpoint) await this.dataSource.query(`DELETE FROM webhook_endpoints WHERE id = $1`, [id]);
    return endpoint !== undefined;
  }

  /**
   * Sends all changes after a cursor or a time again, also to a paused endpoint.
   * @throws Problem `NOT_FOUND`, `VALIDATION_FAILED`, `CHANGES_EXPIRED`
   */
  async replay(caller: Identity, id: string, since: string): Promise<ListedEndpoint> {
    const position = await positionSince(this.changes, since);
    await this.changes.after(position, 1, { kinds: [], box: null });
    return this.change(caller, id, `position = least(position, $2::bigint), ${RESUMED}`, [position]);
  }

  /**
   * Sends the message of one delivery once more, out of order.
   * @throws Problem `NOT_FOUND`, `VALIDATION_FAILED` for a test delivery or a kind that the endpoint no longer
   *   receives, `CHANGES_EXPIRED`, `LIST_FULL` while too many wait
   */
  async redeliver(caller: Identity, id: string, deliveryId: string): Promise<ListedEndpoint> {
    const { kinds } = await this.own(caller, id);
    const [delivery] = await this.dataSource.query<{ messageId: string; kind: string }[]>(
      `SELECT message_id AS "messageId", kind FROM webhook_deliveries WHERE endpoint_id = $1 AND id = $2`,
      [id, deliveryId],
    );
    if (!delivery) throw new Problem('NOT_FOUND', 'There is no such delivery.');
    const position = positionOfMessage(delivery.messageId);
    if (position === undefined)
      throw invalid([
        { field: 'deliveryId', code: 'INVALID', detail: 'A test delivery is not repeated. Send another one.' },
      ]);
    if (!kinds.includes(delivery.kind as ChangeKind))
      throw invalid([
        { field: 'deliveryId', code: 'INVALID', detail: `The endpoint no longer receives ${delivery.kind}.` },
      ]);
    if (!(await this.changes.at(position))) throw changesExpired();
    await this.transaction.run(async (tx) => {
      const [, count] = await tx.query<[unknown[], number]>(RESEND, [id, position]);
      if (count === 0)
        throw new Problem('LIST_FULL', `${MAX_RESENDING} messages wait to be sent again. Try again in a moment.`);
    });
    return this.own(caller, id);
  }

  /**
   * Continues at the position where the endpoint was paused, or retries a failing one at once.
   * @throws Problem `NOT_FOUND`, `CHANGES_EXPIRED` where what it missed is no longer kept
   */
  async resume(caller: Identity, id: string): Promise<ListedEndpoint> {
    await this.own(caller, id);
    const [{ position }] = await this.dataSource.query<[{ position: number }]>(
      `SELECT position::float8 AS position FROM webhook_endpoints WHERE id = $1`,
      [id],
    );
    await this.changes.after(position, 1, { kinds: [], box: null });
    return this.change(caller, id, RESUMED, []);
  }

  /** A message of the type `ping` goes out within seconds, to a paused endpoint, too. */
  test(caller: Identity, id: string): Promise<ListedEndpoint> {
    return this.change(caller, id, 'is_testing = true', []);
  }

  /** The normal form of an address. @throws Problem `VALIDATION_FAILED` */
  private address(url: string): string {
    const fault = faultOfUrl(url, this.config.WEBHOOK_LOOPBACK);
    if (fault) throw invalid([{ field: 'input.url', code: 'INVALID', detail: fault }]);
    return new URL(url).href;
  }

  private async change(caller: Identity, id: string, columns: string, values: unknown[]): Promise<ListedEndpoint> {
    await this.own(caller, id);
    await this.transaction.run(async (tx) => {
      await tx.query(`UPDATE webhook_endpoints SET ${columns} WHERE id = $1`, [id, ...values]);
    });
    return this.own(caller, id);
  }

  private async find(caller: Identity, id: string): Promise<ListedEndpoint | undefined> {
    return (await this.pool.query<ListedEndpoint>({ ...ONE, values: [...idsOf(caller), id] })).rows[0];
  }

  private async own(caller: Identity, id: string): Promise<ListedEndpoint> {
    const found = await this.find(caller, id);
    if (!found) throw new Problem('NOT_FOUND', 'You have no such endpoint.');
    return found;
  }

  /** Locks the client. If no event about the partner's client has arrived yet, the data of the token is used. */
  private async clientOf(
    tx: EntityManager,
    caller: Identity,
    clientId: string | null | undefined,
  ): Promise<PartnerClient> {
    const isPartner = caller.kind === 'partner';
    const wanted = clientId ?? (isPartner ? caller.subject : undefined);
    if (!wanted)
      throw invalid([
        { field: 'input.clientId', code: 'REQUIRED', detail: 'Say which of your clients the endpoint is for.' },
      ]);
    if (!isPartner) await this.erased.refuse(tx, caller.subject!);
    if (isPartner && wanted === caller.subject)
      await tx.query(
        `INSERT INTO partner_clients (client_id, scopes, is_revoked, version) VALUES ($1, $2, false, 0)
          ON CONFLICT DO NOTHING`,
        [wanted, caller.scopes ?? []],
      );
    const [client] = await tx.query<PartnerClient[]>(CLIENT, [wanted]);
    const isTheirs =
      client &&
      !client.isRevoked &&
      (isPartner ? client.clientId === caller.subject : client.ownerId === caller.subject);
    if (!isTheirs) throw new Problem('NOT_FOUND', 'You have no such client.');
    return client;
  }
}

const TRIED_AT_ONCE = `attempts = 0, failing_since = NULL, next_at = now()`;
const RESUMED = `state = 'active', paused_at = NULL, ${TRIED_AT_ONCE}`;

type Kept = Pick<WebhookEndpoint, 'id' | 'url'>;
const endpointsOf = (tx: EntityManager, { clientId }: PartnerClient) =>
  tx.query<Kept[]>(`SELECT id, url FROM webhook_endpoints WHERE client_id = $1`, [clientId]);

function refuseSame(kept: Kept[], href: string): void {
  const same = kept.find(({ url }) => url === href);
  if (same) throw new Problem('CONFLICT', 'There is an endpoint with this address already.', { existing: same.id });
}

/** Each once; of a partner its token opens them, of a player the client does. */
const kindsOf = (caller: Identity, client: PartnerClient, asked: readonly ChangeKind[]) => [
  ...new Set(kindsFor({ kind: 'partner', scopes: caller.kind === 'partner' ? caller.scopes : client.scopes }, asked)),
];

/** The client of a partner and the account of a player. */
const idsOf = ({ kind, subject }: Identity): [string | null, string | null] =>
  kind === 'partner' ? [subject ?? null, null] : [null, subject ?? null];

/** As the Standard Webhooks specification writes secrets. */
const shown = (secret: Buffer) => `whsec_${secret.toString('base64')}`;
