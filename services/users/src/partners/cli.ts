/**
 * The operators' command for partners:
 *
 *   npm run partners -- create|list|rotate|revoke|requests|approve|decline …
 */
import { parseArgs } from 'node:util';
import {
  type CommandContext,
  type CommandRun,
  databaseOf,
  IdempotentTransaction,
  operatorCommand,
  Outbox,
  SCOPES,
} from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import type { OAuthClient } from './oauth-client.entity.js';
import { OAuthClients, type NewSecret } from './oauth-clients.js';
import { PartnerRequests } from './partner-requests.js';

const USUAL_OVERLAP = '24';
/** Requests that are listed at once. */
const LISTED = 100;

const USAGE = `Keeps the partners' OAuth clients in the database of users, which DATABASE_URL names.
  create --name NAME --scopes SCOPE,…   a new client; its secret is shown this once
    [--redirect-uris ADDRESS,…] [--public]   for discoveries:write: where players come back to; a public client has no secret
  list                                  all clients, the newest first
  rotate CLIENT_ID [--overlap HOURS]    a new secret; the present one stays valid for ${USUAL_OVERLAP} hours, or as long as you say (0 to 720)
  revoke CLIENT_ID                      no more tokens, and those it has are refused within a second
  requests                              players' requests for clients that wait, the oldest first
  approve REQUEST_ID [--reason TEXT]    opens the client, of which the player collects the secret
  decline REQUEST_ID --reason TEXT      the player reads the reason
Scopes: ${Object.keys(SCOPES).join(', ')}`;

process.exitCode = await operatorCommand({
  usage: USAGE,
  run: understood(process.argv.slice(2)),
  open: databaseOf('users', tables),
  failureMessage: 'The clients could not be changed',
});

function understood(args: string[]): CommandRun | null {
  try {
    const options = {
      name: { type: 'string' },
      scopes: { type: 'string' },
      overlap: { type: 'string', default: USUAL_OVERLAP },
      reason: { type: 'string' },
      'redirect-uris': { type: 'string', default: '' },
      public: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [verb = '', id, ...more] = positionals;
    if (more.length > 0) return null;
    return id === undefined ? withoutId(verb, values) : ofOne(verb, id, values);
  } catch {
    return null;
  }
}

function withoutId(
  verb: string,
  { name, scopes, ...kind }: { name?: string; scopes?: string; 'redirect-uris': string; public: boolean },
): CommandRun | null {
  if (verb === 'create' && name !== undefined && scopes !== undefined)
    return async (on) =>
      withSecret(
        await clientsOf(on).create(name, listed(scopes), {
          redirectUris: listed(kind['redirect-uris']),
          isPublic: kind.public,
        }),
      );
  if (verb === 'list') return async (on) => (await clientsOf(on).list()).map(shown);
  if (verb === 'requests') return (on) => requestsOf(on).list(LISTED);
  return null;
}

function ofOne(verb: string, id: string, { overlap, reason }: { overlap: string; reason?: string }): CommandRun | null {
  if (verb === 'rotate') return async (on) => withSecret(await clientsOf(on).rotate(id, Number(overlap)));
  if (verb === 'revoke') return async (on) => shown(await clientsOf(on).revoke(id));
  if (verb === 'approve' || verb === 'decline')
    return (on) => requestsOf(on).decide({ id, isApproved: verb === 'approve', reason });
  return null;
}

function listed(given: string): string[] {
  return given
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

function clientsOf({ dataSource }: CommandContext): OAuthClients {
  return new OAuthClients(dataSource, new IdempotentTransaction(dataSource), new Outbox('users'));
}

function requestsOf(on: CommandContext): PartnerRequests {
  return new PartnerRequests(on.dataSource, new IdempotentTransaction(on.dataSource), clientsOf(on), on.jobs);
}

/** Everything except the hashes. */
function shown({
  clientId,
  ownerId,
  name,
  scopes,
  redirectUris,
  isPublic,
  createdAt,
  rotatedAt,
  formerSecretUntil,
  revokedAt,
}: OAuthClient) {
  return {
    clientId,
    ownerId,
    name,
    scopes,
    redirectUris,
    isPublic,
    createdAt,
    rotatedAt,
    formerSecretUntil,
    revokedAt,
  };
}

function withSecret({ client, secret }: NewSecret) {
  return { ...shown(client), ...(secret !== undefined && { clientSecret: secret }) };
}
