import { Injectable } from '@nestjs/common';
import { sessionEnded, signedOutElsewhere } from '@sprayhunt/contracts';
import {
  deleteBefore,
  type Identity,
  InjectConfig,
  lockForTransaction,
  log,
  namedQuery,
  Outbox,
  SqlPool,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { GatewayConfig } from '../config.js';
import { hashOf, newSecret } from './cookies.js';
import { SessionCache } from './session-cache.js';

/** The owner of a session: a guest's own UUID, which becomes the account's id at sign-up, or a player's account. */
export type Holder =
  { kind: 'guest'; subject: string } | ({ kind: 'player'; subject: string; status: 'pending' | 'verified' } & Standing);

/** As the identity carries it; an account without roles and suspension has neither. */
type Standing = Pick<Identity, 'roles' | 'suspendedUntil'>;

export interface Session {
  holder: Holder;
  /** Hash of the secret, base64url: identifies the session without granting access. */
  id: string;
  /** False for a session that was just replaced: it identifies its holder but grants nothing. */
  live: boolean;
}

/** Data by which the holder recognises a session. */
export interface Origin {
  userAgent: string | undefined;
  address: string;
}

/** A session in its holder's list. */
export interface ListedSession {
  id: string;
  userAgent: string | null;
  openedAt: Date;
  /** Accurate to ten minutes. */
  lastSeenAt: Date;
}

interface Row {
  subject: string;
  kind: 'guest' | 'player';
  status: 'pending' | 'verified' | null;
  ended: boolean;
  stale: boolean;
  roles: string[] | null;
  suspendedUntil: Date | null;
}

interface Ended {
  id_hash: Buffer;
  subject: string;
  kind: 'guest' | 'player';
}

/** How long a replaced session is kept, so that a repeated request finds its first response. */
const REMEMBER_ENDED = `interval '10 minutes'`;
/** Shortest time between two recorded visits. */
const TOUCH_AFTER = `interval '10 minutes'`;
/** Life of an anonymous session: the time from an upload to the sign-up it is for. */
const GUEST_SESSION_LIFE = '2 days';
/** Sessions of one player; a new one replaces the least recently used. */
export const MAX_SESSIONS = 100;
const USER_AGENT_MAX = 300;

const OPEN = `
  WITH ended AS (
    UPDATE sessions SET ended_at = now(), expires_at = now() + ${REMEMBER_ENDED}
    WHERE id_hash = $1 AND ended_at IS NULL RETURNING id_hash, subject, kind),
  surplus AS (
    DELETE FROM sessions WHERE id_hash IN (
      SELECT id_hash FROM sessions WHERE subject = $3 AND ended_at IS NULL AND id_hash IS DISTINCT FROM $1
      ORDER BY last_seen_at DESC OFFSET ${MAX_SESSIONS - 1}) RETURNING id_hash, subject, kind),
  opened AS (
    INSERT INTO sessions (id_hash, subject, kind, status, expires_at, user_agent, address, id_token)
    VALUES ($2, $3, $4, $5, now() + least($6::interval, $7::interval), $8, $9,
            (SELECT id_token FROM sessions WHERE id_hash = $1 AND subject = $3)))
  SELECT * FROM ended UNION ALL SELECT * FROM surplus`;

const ENDED = 'id_hash, subject, kind';
const END_OTHERS = `DELETE FROM sessions WHERE subject = $1 AND id_hash <> $2 AND ended_at IS NULL RETURNING ${ENDED}`;
const END_REVOKED = `
  DELETE FROM sessions WHERE subject = $1 AND created_at < $2 AND id_hash IS DISTINCT FROM $3 AND ended_at IS NULL
  RETURNING ${ENDED}`;

/** Browser sessions, by the hash of the secret in the browser's cookie. */
@Injectable()
export class SessionStore {
  private readonly idle: string;
  private readonly longest: string;

  constructor(
    private readonly pool: SqlPool,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly cache: SessionCache,
    @InjectConfig() config: GatewayConfig,
  ) {
    this.idle = `${config.SESSION_IDLE_DAYS} days`;
    this.longest = `${config.SESSION_MAX_DAYS} days`;
  }

  /** The session behind a cookie's secret; a live one as it was at most two seconds ago. */
  async find(secret: string): Promise<Session | undefined> {
    const hash = hashOf(secret);
    const id = hash.toString('base64url');
    const cached = this.cache.get(id);
    if (cached) return cached;
    const keep = this.cache.reading();
    const { rows } = await this.pool.query<Row>({
      name: 'find-session',
      text: `
        SELECT subject, kind, status, ended_at IS NOT NULL AS ended, last_seen_at < now() - ${TOUCH_AFTER} AS stale,
          roles, suspended_until AS "suspendedUntil"
        FROM sessions LEFT JOIN account_standings ON account_id = subject
        WHERE id_hash = $1 AND expires_at > now()`,
      values: [hash],
    });
    const row = rows[0];
    if (!row) return undefined;
    if (row.stale && !row.ended && row.kind === 'player') this.touch(hash);
    const session = { holder: holderOf(row), id, live: !row.ended };
    if (session.live) keep(session);
    return session;
  }

  /**
   * Opens a session and ends the one it replaces, in one statement. A player's sessions open one after the other, so
   * that there are never more than `MAX_SESSIONS`.
   * @returns the secret for the cookie
   */
  async open(holder: Holder, origin: Origin, replaces?: Session): Promise<{ secret: string; session: Session }> {
    const secret = newSecret();
    const hash = hashOf(secret);
    const values = [
      replaces ? Buffer.from(replaces.id, 'base64url') : null,
      hash,
      holder.subject,
      holder.kind,
      holder.kind === 'player' ? holder.status : null,
      holder.kind === 'guest' ? GUEST_SESSION_LIFE : this.idle,
      this.longest,
      origin.userAgent?.slice(0, USER_AGENT_MAX),
      origin.address,
    ];
    await this.ending('open-session', OPEN, values, async (tx) => {
      if (holder.kind === 'player') await lockForTransaction(tx, 'sessions-of', holder.subject);
    });
    return { secret, session: { holder, id: hash.toString('base64url'), live: true } };
  }

  /** Stores the ID token for ending the session at another issuer. */
  async keepIdToken(id: string, idToken: string): Promise<void> {
    await this.pool.query({
      name: 'keep-id-token',
      text: 'UPDATE sessions SET id_token = $2 WHERE id_hash = $1',
      values: [Buffer.from(id, 'base64url'), idToken],
    });
  }

  async idToken(id: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id_token: string | null }>({
      name: 'id-token',
      text: 'SELECT id_token FROM sessions WHERE id_hash = $1',
      values: [Buffer.from(id, 'base64url')],
    });
    return rows[0]?.id_token ?? undefined;
  }

  /** The sessions of a player, most recently used first. */
  async of(subject: string): Promise<ListedSession[]> {
    const { rows } = await this.pool.query<Omit<ListedSession, 'id'> & { id_hash: Buffer }>({
      name: 'sessions-of-player',
      text: `SELECT id_hash, user_agent AS "userAgent", created_at AS "openedAt", last_seen_at AS "lastSeenAt"
             FROM sessions WHERE subject = $1 AND kind = 'player' AND ended_at IS NULL AND expires_at > now()
             ORDER BY last_seen_at DESC LIMIT ${MAX_SESSIONS}`,
      values: [subject],
    });
    return rows.map(({ id_hash, ...row }) => ({ ...row, id: id_hash.toString('base64url') }));
  }

  /** Ends one session of a holder. */
  async end(subject: string, id: string): Promise<void> {
    await this.ending(
      'end-session',
      'DELETE FROM sessions WHERE id_hash = $1 AND subject = $2 AND ended_at IS NULL RETURNING id_hash, subject, kind',
      [Buffer.from(id, 'base64url'), subject],
    );
  }

  /**
   * Ends every session of a player but one, and all consents to partners' clients.
   * @returns the ids of the ended sessions
   */
  async endOthers({ id, holder: { subject } }: Session): Promise<string[]> {
    const ids = await this.dataSource.transaction(async (tx) => {
      await this.outbox.add(tx, signedOutElsewhere, { accountId: subject });
      return this.endIn(tx, 'end-other-sessions', END_OTHERS, [subject, Buffer.from(id, 'base64url')]);
    });
    for (const ended of ids) this.cache.evict(ended);
    return ids;
  }

  /** Ends a player's revoked sessions with `tx`, and all consents to partners' clients. */
  async endRevoked(
    tx: EntityManager,
    { accountId, openedBefore, keptSession }: { accountId: string; openedBefore: string; keptSession?: string },
  ): Promise<void> {
    const kept = keptSession === undefined ? null : Buffer.from(keptSession, 'base64url');
    await this.outbox.add(tx, signedOutElsewhere, { accountId });
    await this.endIn(tx, 'end-revoked-sessions', END_REVOKED, [accountId, openedBefore, kept]);
  }

  /**
   * Ends every session of a player.
   * @returns the ids of the ended sessions
   */
  endAll(subject: string): Promise<string[]> {
    return this.ending(
      'end-all-sessions',
      `DELETE FROM sessions WHERE subject = $1 AND kind = 'player' AND ended_at IS NULL
       RETURNING id_hash, subject, kind`,
      [subject],
    );
  }

  /** The session ids among these that are still valid. */
  async liveAmong(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id_hash: Buffer }>({
      name: 'live-sessions',
      text: 'SELECT id_hash FROM sessions WHERE id_hash = ANY($1) AND ended_at IS NULL AND expires_at > now()',
      values: [ids.map((id) => Buffer.from(id, 'base64url'))],
    });
    return new Set(rows.map(({ id_hash }) => id_hash.toString('base64url')));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'sessions', 'expires_at', 'now()', signal);
  }

  /**
   * Runs a statement that returns the sessions it ended, and publishes those of players.
   * @param lock takes the locks that the statement needs, before it reads
   * @returns their ids
   */
  private async ending(
    name: string,
    statement: string,
    values: unknown[],
    lock?: (tx: EntityManager) => Promise<void>,
  ): Promise<string[]> {
    const ids = await this.dataSource.transaction(async (tx) => {
      await lock?.(tx);
      return this.endIn(tx, name, statement, values);
    });
    for (const id of ids) this.cache.evict(id);
    return ids;
  }

  private async endIn(tx: EntityManager, name: string, statement: string, values: unknown[]): Promise<string[]> {
    const rows = await namedQuery<Ended>(tx, name, statement, values);
    const ended = rows.map(({ id_hash, ...session }) => ({ ...session, id: id_hash.toString('base64url') }));
    const ofPlayers = ended.filter(({ kind }) => kind === 'player');
    const events = ofPlayers.map(({ id, subject }) => ({ data: { accountId: subject, sessionId: id } }));
    await this.outbox.addMany(tx, sessionEnded, events);
    return ended.map(({ id }) => id);
  }

  /** Extends an idle session, up to its longest life. */
  private touch(hash: Buffer): void {
    this.pool
      .query({
        name: 'touch-session',
        text: `
          UPDATE sessions
          SET last_seen_at = now(), expires_at = least(created_at + $2::interval, now() + $3::interval)
          WHERE id_hash = $1 AND ended_at IS NULL`,
        values: [hash, this.longest, this.idle],
      })
      .catch((error: unknown) => log.warn({ err: error }, 'A visit could not be recorded'));
  }
}

const holderOf = ({ subject, kind, status, roles, suspendedUntil }: Row): Holder =>
  kind === 'player'
    ? {
        kind,
        subject,
        status: status ?? 'pending',
        ...(roles?.length && { roles }),
        ...(suspendedUntil && { suspendedUntil: suspendedUntil.toISOString() }),
      }
    : { kind, subject };
