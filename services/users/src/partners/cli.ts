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

const DEFAULT_OVERLAP_HOURS = '24';
/** The oldest requests are listed. */
const MAX_LISTED_REQUESTS = 100;

const USAGE = `Manages the partners' OAuth clients in the database of users, which DATABASE_URL names.
  create --name NAME --scopes SCOPE,…   creates a client; its secret is only shown once
    [--redirect-uris ADDRESS,…] [--public]   for discoveries:write: where players return to; a public client has no secret
  list                                  lists all clients, the newest first
  rotate CLIENT_ID [--overlap HOURS]    creates a new secret; the current one stays valid for ${DEFAULT_OVERLAP_HOURS} hours, or for the given overlap (0 to 720)
  revoke CLIENT_ID                      stops its tokens: no new ones, and existing ones are rejected within a second
  requests                              lists players' pending requests for clients, the oldest first
  approve REQUEST_ID [--reason TEXT]    creates the client; the player collects its secret
  decline REQUEST_ID --reason TEXT      declines the request; the player reads the reason
Scopes: ${Object.keys(SCOPES).join(', ')}`;

process.exitCode = await operatorCommand({
  usage: USAGE,
  run: parseCommand(process.argv.slice(2)),
  open: databaseOf('users', tables),
  failureMessage: 'The clients could not be changed',
});

function parseCommand(args: string[]): CommandRun | null {
  try {
    const options = {
      name: { type: 'string' },
      scopes: { type: 'string' },
      overlap: { type: 'string', default: DEFAULT_OVERLAP_HOURS },
      reason: { type: 'string' },
      'redirect-uris': { type: 'string', default: '' },
      public: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', id, ...extra] = positionals;
    if (extra.length > 0) return null;
    return id === undefined ? parseCommandWithoutId(command, values) : parseCommandWithId(command, id, values);
  } catch {
    return null;
  }
}

function parseCommandWithoutId(
  command: string,
  { name, scopes, ...kind }: { name?: string; scopes?: string; 'redirect-uris': string; public: boolean },
): CommandRun | null {
  if (command === 'create' && name !== undefined && scopes !== undefined)
    return async (context) =>
      withSecret(
        await clientsOf(context).create(name, splitList(scopes), {
          redirectUris: splitList(kind['redirect-uris']),
          isPublic: kind.public,
        }),
      );
  if (command === 'list') return async (context) => (await clientsOf(context).list()).map(clientView);
  if (command === 'requests') return (context) => requestsOf(context).list(MAX_LISTED_REQUESTS);
  return null;
}

function parseCommandWithId(
  command: string,
  id: string,
  { overlap, reason }: { overlap: string; reason?: string },
): CommandRun | null {
  if (command === 'rotate') return async (context) => withSecret(await clientsOf(context).rotate(id, Number(overlap)));
  if (command === 'revoke') return async (context) => clientView(await clientsOf(context).revoke(id));
  if (command === 'approve' || command === 'decline')
    return (context) => requestsOf(context).decide({ id, isApproved: command === 'approve', reason });
  return null;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function clientsOf({ dataSource }: CommandContext): OAuthClients {
  return new OAuthClients(dataSource, new IdempotentTransaction(dataSource), new Outbox('users'));
}

function requestsOf(context: CommandContext): PartnerRequests {
  const transaction = new IdempotentTransaction(context.dataSource);
  return new PartnerRequests(context.dataSource, transaction, clientsOf(context), context.jobs);
}

/** Everything except the hashes. */
function clientView({
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
  return { ...clientView(client), ...(secret !== undefined && { clientSecret: secret }) };
}
