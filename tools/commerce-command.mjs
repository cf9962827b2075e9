import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

const databases = path.join(fileURLToPath(new URL('..', import.meta.url)), '.data', 'databases.json');

/** Builds commerce and runs one of its commands on the database that DATABASE_URL names, or else on that of `npm start`. */
export async function commerceCommand(program) {
  install();
  await build({ folders: ['libs/contracts', 'libs/service-kit', 'services/commerce'] });
  if (!process.env.DATABASE_URL && existsSync(databases)) process.env.DATABASE_URL = JSON.parse(readFileSync(databases, 'utf8')).commerce;
  await import(`../services/commerce/dist/${program}`);
}
