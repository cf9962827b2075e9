import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts/services';
import { provisionDatabase } from '@sprayhunt/service-kit/local';
import pg from 'pg';
import { databasePassword, type Secrets } from './secrets.js';

const NAME = 'sprayhunt';

/** Creates the product's database on the embedded server unless it exists; returns its address. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  return url.href;
}

/**
 * Creates the schema and role of every service; returns their addresses. They are also written to
 * `databases.json` in the data folder, for the operators' commands.
 */
export async function provisionServices(
  adminUrl: string,
  secrets: Secrets,
  folder: string,
): Promise<(service: ServiceName) => string> {
  const urls = new Map<ServiceName, string>();
  for (const service of serviceNames)
    urls.set(service, await provisionDatabase(adminUrl, service, databasePassword(secrets, service)));
  writeFileSync(path.join(folder, 'databases.json'), JSON.stringify(Object.fromEntries(urls), null, 2), {
    mode: 0o600,
  });
  return (service) => urls.get(service)!;
}
