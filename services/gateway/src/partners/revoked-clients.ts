import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { log, Notifications, SqlPool } from '@sprayhunt/service-kit';

interface Events {
  revoked: [id: string];
}

/** Longer than the lifetime of any token plus the difference of clocks. */
const KEPT_MS = 3_600_000;

/**
 * Revoked clients, single revoked tokens, and ended consents of players. Tokens are verified without a look-up, so the
 * library accepts those of a revoked client until they expire. Every gateway receives the revocation at once and keeps
 * it until none of the tokens is valid.
 */
@Injectable()
export class RevokedClients extends EventEmitter<Events> {
  /** Time at which each was received, the oldest first. */
  private readonly revoked = new Map<string, number>();
  private loaded: Promise<void> | undefined;

  constructor(
    private readonly pool: SqlPool,
    notifications: Notifications,
  ) {
    super();
    notifications.listen('clients', (clientId) => {
      if (clientId === undefined) this.reload();
      else this.add(clientId);
    });
  }

  /** @param id of a client, a consent or a token */
  async has(id: string): Promise<boolean> {
    await (this.loaded ??= this.load());
    return this.revoked.has(id);
  }

  /** Deletes revocations whose last token expired long ago. */
  async sweep(): Promise<void> {
    await this.pool.query({ text: `DELETE FROM revoked_clients WHERE heard_at < now() - interval '1 day'` });
  }

  private reload(): void {
    this.loaded = this.load();
    // All callers that wait get the error; the next one tries again.
    this.loaded.catch((error: unknown) => log.warn({ err: error }, 'Revoked clients could not be read'));
  }

  private async load(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ client_id: string }>({
        name: 'revoked-clients',
        text: `SELECT client_id FROM revoked_clients WHERE heard_at > now() - interval '${KEPT_MS} ms'`,
      });
      for (const { client_id } of rows) this.add(client_id);
    } catch (error) {
      this.loaded = undefined;
      throw error;
    }
  }

  /** A revocation that is received during a load is not lost, because a load removes none. */
  private add(id: string): void {
    this.removeExpired();
    if (this.revoked.has(id)) return;
    this.revoked.set(id, Date.now());
    this.emit('revoked', id);
  }

  private removeExpired(): void {
    for (const [id, at] of this.revoked) {
      if (at > Date.now() - KEPT_MS) return;
      this.revoked.delete(id);
    }
  }
}
