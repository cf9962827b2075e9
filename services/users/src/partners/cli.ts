/**
 * The operators' command for partners:
 *
 *   npm run partners -- create|list|rotate|revoke …
 */
import { parseArgs } from 'node:util';
import { Outbox, Problem, SCOPES } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClients, type NewSecret } from './oauth-clients.js';

const USUAL_OVERLAP = '24';

const USAGE = `Keeps the partners' OAuth clients in the database of users, which DATABASE_URL names.
  create --name NAME --scopes SCOPE,…   a new client; its secret is shown this once
  list                                  all clients, the newest first
  rotate CLIENT_ID [--overlap HOURS]    a new secret; the present one stays valid for ${USUAL_OVERLAP} hours, or as long as you say (0 to 720)
  revoke CLIENT_ID                      no more tokens, and those it has are refused within a second
Scopes: ${Object.keys(SCOPES).join(', ')}`;

process.exitCode = await main(process.argv.slice(2));

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
async function main(args: string[]): Promise<number> {
  const url = process.env['DATABASE_URL'];
  const command = understood(args);
  if (!command || !url) {
    console.error(command ? 'Set DATABASE_URL to the database of users, or start the product here first (npm start).' : USAGE);
    return 2;
  }
  const dataSource = new DataSource({ type: 'postgres', url, entities: [OAuthClient], applicationName: 'partners-command' });
  try {
    await dataSource.initialize();
    console.log(JSON.stringify(await command(new OAuthClients(dataSource, new Outbox('users'))), null, 2));
    return 0;
  } catch (error) {
    console.error(sentences(error));
    return 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

type Command = (clients: OAuthClients) => Promise<unknown>;

function understood(args: string[]): Command | null {
  try {
    const options = { name: { type: 'string' }, scopes: { type: 'string' }, overlap: { type: 'string', default: USUAL_OVERLAP } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [verb = '', clientId, ...more] = positionals;
    const { name, scopes, overlap } = values;
    if (more.length > 0) return null;
    if (verb === 'create' && !clientId && name !== undefined && scopes !== undefined)
      return async (clients) => withSecret(await clients.create(name, scopes.split(',').map((scope) => scope.trim()).filter(Boolean)));
    if (verb === 'list' && !clientId) return async (clients) => (await clients.list()).map(shown);
    if (verb === 'rotate' && clientId) return async (clients) => withSecret(await clients.rotate(clientId, Number(overlap)));
    if (verb === 'revoke' && clientId) return async (clients) => shown(await clients.revoke(clientId));
    return null;
  } catch {
    return null;
  }
}

/** Everything except the hashes. */
function shown({ clientId, name, scopes, createdAt, rotatedAt, formerSecretUntil, revokedAt }: OAuthClient) {
  return { clientId, name, scopes, createdAt, rotatedAt, formerSecretUntil, revokedAt };
}

function withSecret({ client, secret }: NewSecret) {
  return { ...shown(client), clientSecret: secret };
}

function sentences(error: unknown): string {
  if (error instanceof Problem) return error.fields?.map(({ detail }) => detail).join('\n') ?? error.message;
  return `The database could not be asked: ${(error as Error).message}`;
}
