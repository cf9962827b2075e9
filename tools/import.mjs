// `npm run import -- …`: the operators' command for data sets, on DATABASE_URL or else on the data folder of `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

install();
const service = kind() === 'missions' ? 'missions' : 'discovery';
await build({ folders: ['libs/contracts', 'libs/service-kit', `services/${service}`] });
const databases = path.join(dataFolder(), 'databases.json');
if (!process.env.DATABASE_URL && existsSync(databases)) process.env.DATABASE_URL = JSON.parse(readFileSync(databases, 'utf8'))[service];
if (!process.env.DATABASE_URL && !process.argv.includes('--help')) {
  console.error(`Start the product first (npm start), name its data folder with --data, or set DATABASE_URL to the database of ${service}; ${databases} is not there.`);
  process.exit(1);
}
await import(`../services/${service}/dist/import.js`);

/** What `--kind` names: missions are kept by another service than works and walls. */
function kind() {
  const at = process.argv.findIndex((argument) => argument === '--kind' || argument.startsWith('--kind='));
  return at < 0 ? undefined : process.argv[at] === '--kind' ? process.argv[at + 1] : process.argv[at].slice('--kind='.length);
}

/** Removes `--data DIR` from the arguments, which the command itself does not accept. */
function dataFolder() {
  const at = process.argv.findIndex((argument) => argument === '--data' || argument.startsWith('--data='));
  if (at < 0) return path.join(root, '.data');
  const [argument, next] = process.argv.slice(at, at + 2);
  const given = argument === '--data' ? next : argument.slice('--data='.length);
  process.argv.splice(at, argument === '--data' ? 2 : 1);
  return path.resolve(process.env.INIT_CWD ?? '.', given ?? '');
}
