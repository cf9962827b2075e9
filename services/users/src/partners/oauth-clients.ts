import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { partnerClientChanged } from '@sprayhunt/contracts';
import {
  type FieldFault,
  IdempotentTransaction,
  invalid,
  isPlayerScope,
  isScope,
  Outbox,
  parseInput,
  Problem,
  type Scope,
  SCOPES,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { z } from 'zod';
import { AppConsent, OFFLINE_ACCESS } from '../consents/app-consent.entity.js';
import { clientKindInput, type ClientKind } from './client-kind.input.js';
import { OAuthClient } from './oauth-client.entity.js';

/** 256 random bits cannot be guessed, so a fast hash is as safe as a slow one. */
const SECRET_BYTES = 32;

/** A new secret, 43 characters of base64url. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** The stored hash of a secret, with the client's id, so that a hash is useless in another row. */
export const hashOfSecret = (clientId: string, secret: string): Buffer =>
  createHmac('sha256', clientId).update(secret).digest();

/** Compares in constant time. */
export const isSecretOf = (hash: Buffer, clientId: string, candidate: string): boolean =>
  timingSafeEqual(hash, hashOfSecret(clientId, candidate));

/** Client metadata as OIDC Dynamic Registration names them. */
export interface PartnerMetadata {
  client_id: string;
  client_name: string;
  client_secret?: string;
  application_type: 'native';
  grant_types: string[];
  response_types: string[];
  redirect_uris: string[];
  token_endpoint_auth_method: string;
  /** Space-separated. */
  scope: string;
}

/** A client with its secret, which is returned only once; a public client has none. */
export interface NewSecret {
  client: OAuthClient;
  secret?: string;
}

const MAX_NAME_LENGTH = 120;
/** Hours; a month is enough for a partner's next release. */
const MAX_OVERLAP_HOURS = 720;
const UNIQUE_VIOLATION = '23505';

/** The library requires a plain secret; ours are compared by `isSecret`, and this value is never accepted. */
const NO_SECRET = randomBytes(32).toString('base64url');

/** Partners' OAuth clients, which get short-lived tokens with their scopes. */
@Injectable()
export class OAuthClients {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly outbox: Outbox,
  ) {}

  /** A client's metadata for the issuer; undefined if unknown or revoked. */
  async find(clientId: string): Promise<PartnerMetadata | undefined> {
    const client = await this.findActive(clientId);
    return client && metadataOf(client);
  }

  /** Whether this is the client's present secret, or the previous one while it is valid. */
  async isSecret(clientId: string, candidate: string): Promise<boolean> {
    const client = await this.findActive(clientId);
    if (!client) return false;
    const isFormerValid =
      client.formerSecretHash !== null && client.formerSecretUntil !== null && client.formerSecretUntil > new Date();
    return (
      (client.secretHash !== null && isSecretOf(client.secretHash, clientId, candidate)) ||
      (isFormerValid && isSecretOf(client.formerSecretHash!, clientId, candidate))
    );
  }

  /** All clients, the newest first. */
  list(): Promise<OAuthClient[]> {
    return this.dataSource.manager.find(OAuthClient, { order: { createdAt: 'DESC' } });
  }

  /**
   * Creates a client of the operators, which no player owns.
   * @throws Problem `VALIDATION_FAILED` for a name that is empty, too long or taken, for unknown scopes, and for
   *   addresses that do not match the scopes
   */
  create(name: string, scopes: readonly string[]): Promise<Required<NewSecret>>;
  create(name: string, scopes: readonly string[], kind: ClientKind): Promise<NewSecret>;
  async create(name: string, scopes: readonly string[], kind: ClientKind = WITHOUT_PLAYERS): Promise<NewSecret> {
    const clientId = randomUUID();
    const secret = newSecret();
    const fields = { ...validate(name, scopes), ...kindOf(scopes, kind) };
    const secretHash = fields.isPublic ? null : hashOfSecret(clientId, secret);
    return this.dataSource.transaction(async (tx) => ({
      client: await this.open(tx, { clientId, ownerId: null, ...fields, secretHash }),
      ...(!fields.isPublic && { secret }),
    }));
  }

  /**
   * Inserts a client; without a secret it gets no tokens.
   * @throws Problem `VALIDATION_FAILED` for a taken name; `tx` must then be rolled back
   */
  async open(
    tx: EntityManager,
    fields: Pick<OAuthClient, 'clientId' | 'ownerId' | 'name' | 'scopes' | 'redirectUris' | 'isPublic' | 'secretHash'>,
  ): Promise<OAuthClient> {
    const client = tx.create(OAuthClient, {
      ...fields,
      formerSecretHash: null,
      formerSecretUntil: null,
      createdAt: new Date(),
      rotatedAt: null,
      revokedAt: null,
      version: 0,
    });
    return this.save(tx, client).catch((error: Error & { driverError?: { code?: string } }) => {
      if (error.driverError?.code !== UNIQUE_VIOLATION) throw error;
      throw nameTaken(client.name);
    });
  }

  /** @throws Problem `VALIDATION_FAILED` for a name that a client has */
  async rejectTakenName(tx: EntityManager, name: string): Promise<void> {
    if (await tx.existsBy(OAuthClient, { name, revokedAt: IsNull() })) throw nameTaken(name);
  }

  /**
   * Gives the client a new secret; the current one stays valid for the overlap, older ones become invalid.
   * @param overlap hours for which the present secret stays valid, 0 to 720
   * @param ownerId required owner of the client
   * @throws Problem `NOT_FOUND`, `CONFLICT` for a revoked client and for a public one, `VALIDATION_FAILED` for the
   *   overlap
   */
  rotate(clientId: string, overlap: number, ownerId?: string): Promise<Required<NewSecret>> {
    if (!(overlap >= 0 && overlap <= MAX_OVERLAP_HOURS))
      throw invalid([
        { field: 'overlap', code: 'OUT_OF_RANGE', detail: `The overlap has 0 to ${MAX_OVERLAP_HOURS} hours.` },
      ]);
    return this.transaction.run(async (tx) => {
      const client = await lockClient(tx, clientId, ownerId);
      if (client.revokedAt) throw new Problem('CONFLICT', `The client ${clientId} is revoked. Create a new one.`);
      if (client.isPublic) throw new Problem('CONFLICT', 'A public client has no secret.');
      const secret = newSecret();
      const hasFormer = overlap > 0 && client.secretHash !== null;
      if (client.secretHash) client.rotatedAt = new Date();
      client.formerSecretHash = hasFormer ? client.secretHash : null;
      client.formerSecretUntil = hasFormer ? new Date(Date.now() + overlap * 3_600_000) : null;
      client.secretHash = hashOfSecret(clientId, secret);
      return { client: await this.save(tx, client), secret };
    });
  }

  /**
   * Revokes a client: it gets no more tokens, and the gateways reject its current ones as soon as they receive the
   * event. Revoking it again changes nothing.
   * @param ownerId required owner of the client
   * @throws Problem `NOT_FOUND`
   */
  revoke(clientId: string, ownerId?: string): Promise<OAuthClient> {
    return this.dataSource.transaction(async (tx) => this.end(tx, await lockClient(tx, clientId, ownerId)));
  }

  /** Revokes all clients of an account before its erasure deletes them. */
  async revokeAllOf(tx: EntityManager, ownerId: string): Promise<void> {
    const clients = await tx.find(OAuthClient, {
      where: { ownerId, revokedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    for (const client of clients) await this.end(tx, client);
  }

  private async end(tx: EntityManager, client: OAuthClient): Promise<OAuthClient> {
    if (client.revokedAt) return client;
    client.revokedAt = new Date();
    await tx.delete(AppConsent, { clientId: client.clientId });
    return this.save(tx, client);
  }

  /** Stores a changed client, and publishes the change for other services. */
  private async save(tx: EntityManager, client: OAuthClient): Promise<OAuthClient> {
    client.version += 1;
    const saved = await tx.save(OAuthClient, client);
    const { clientId, ownerId, scopes, version } = saved;
    await this.outbox.add(tx, partnerClientChanged, {
      clientId,
      state: saved.revokedAt ? 'revoked' : 'active',
      ownerId,
      scopes,
      version,
    });
    return saved;
  }

  private async findActive(clientId: string): Promise<OAuthClient | undefined> {
    if (!z.uuid().safeParse(clientId).success) return undefined;
    const client = await this.dataSource.manager.findOneBy(OAuthClient, { clientId });
    return client?.revokedAt === null ? client : undefined;
  }
}

/**
 * The client gets its own tokens by client credentials if it has scopes without a player, and codes if it has redirect
 * addresses. `native` allows addresses of the device (RFC 8252), with any port on the loopback interface.
 */
function metadataOf({ clientId, name, scopes, redirectUris, isPublic }: OAuthClient): PartnerMetadata {
  const actsForPlayers = redirectUris.length > 0;
  const actsForItself = scopes.some((scope) => !isPlayerScope(scope));
  return {
    client_id: clientId,
    client_name: name,
    application_type: 'native',
    ...(!isPublic && { client_secret: NO_SECRET }),
    grant_types: [
      ...(actsForItself ? ['client_credentials'] : []),
      ...(actsForPlayers ? ['authorization_code', 'refresh_token'] : []),
    ],
    response_types: actsForPlayers ? ['code'] : [],
    redirect_uris: redirectUris,
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    scope: [...scopes, ...(actsForPlayers ? [OFFLINE_ACCESS] : [])].join(' '),
  };
}

async function lockClient(tx: EntityManager, clientId: string, ownerId?: string): Promise<OAuthClient> {
  const client =
    z.uuid().safeParse(clientId).success &&
    (await tx.findOne(OAuthClient, {
      where: { clientId, ...(ownerId !== undefined && { ownerId }) },
      lock: { mode: 'pessimistic_write' },
    }));
  if (!client) throw new Problem('NOT_FOUND', `There is no client ${clientId}.`);
  return client;
}

function validate(input: string, scopes: readonly string[]): { name: string; scopes: Scope[] } {
  const name = input.trim();
  const knownScopes = [...new Set(scopes)].filter(isScope);
  const unknownScopes = scopes.filter((scope) => !isScope(scope));
  const faults: FieldFault[] = [
    ...(name ? [] : [{ field: 'name', code: 'MISSING', detail: 'The client needs a name.' }]),
    ...(name.length > MAX_NAME_LENGTH
      ? [{ field: 'name', code: 'TOO_LONG', detail: `A name has at most ${MAX_NAME_LENGTH} characters.` }]
      : []),
    ...(unknownScopes.length > 0
      ? [{ field: 'scopes', code: 'UNKNOWN', detail: `There is no scope ${unknownScopes.join(', ')}. ${SCOPE_CHOICE}` }]
      : []),
    ...(scopes.length === 0
      ? [{ field: 'scopes', code: 'MISSING', detail: `The client needs a scope. ${SCOPE_CHOICE}` }]
      : []),
  ];
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return { name, scopes: knownScopes };
}

const nameTaken = (name: string) =>
  invalid([{ field: 'name', code: 'TAKEN', detail: `A client named "${name}" already exists.` }]);

function kindOf(scopes: readonly string[], kind: ClientKind): ClientKind {
  const { redirectUris, isPublic } = parseInput(clientKindInput, { scopes, ...kind });
  return { redirectUris, isPublic };
}

const WITHOUT_PLAYERS: ClientKind = { redirectUris: [], isPublic: false };

const SCOPE_CHOICE = `Scopes are ${Object.keys(SCOPES).join(', ')}.`;
