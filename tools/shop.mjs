// `npm run shop -- …`: the command of those who keep the shop, on DATABASE_URL or else on the .data folder of `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

const databases = path.join(fileURLToPath(new URL('..', import.meta.url)), '.data', 'databases.json');

install();
await build({ folders: ['libs/contracts', 'libs/service-kit', 'services/commerce'] });
if (!process.env.DATABASE_URL && existsSync(databases)) process.env.DATABASE_URL = JSON.parse(readFileSync(databases, 'utf8')).commerce;
await import('../services/commerce/dist/orders/cli.js');
