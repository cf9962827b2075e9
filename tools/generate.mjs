// `npm run generate`: writes every generated file that is committed; `--check` fails when one was out of date.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { root, runCommand } from './steps.mjs';

/** In the order in which they feed each other. */
const generators = [
  { command: ['node', 'libs/contracts/dist/write-snapshots.js'], writes: ['libs/contracts/snapshots'] },
  { command: ['node', 'libs/contracts/dist/write-events-doc.js'], writes: ['docs/events.md'] },
  { command: ['node', 'libs/contracts/dist/write-listeners.js'], writes: ['libs/contracts/listeners.json'] },
  { command: ['node', 'services/gateway/dist/generate.js'], writes: ['services/gateway/src/graphql/supergraph.graphql', 'services/gateway/src/rest/openapi.json'] },
  { command: ['apps/web/node_modules/.bin/openapi-typescript', 'services/gateway/src/rest/openapi.json', '-o', 'apps/web/src/api/schema.ts'], writes: ['apps/web/src/api/schema.ts'] },
];

function fingerprint(file) {
  const full = path.join(root, file);
  if (!existsSync(full)) return 'missing';
  if (statSync(full).isDirectory()) return readdirSync(full).sort().map((name) => `${name}:${fingerprint(path.join(file, name))}`).join(';');
  return createHash('sha256').update(readFileSync(full)).digest('hex');
}

await build({ folders: ['libs/contracts', 'libs/service-kit', 'services/gateway'] });
const outdated = [];
for (const { command, writes } of generators) {
  const before = writes.map(fingerprint);
  const { ok, output } = await runCommand(command);
  if (!ok) {
    console.error(`${command.join(' ')} failed:\n${output}`);
    process.exit(1);
  }
  outdated.push(...writes.filter((file, index) => fingerprint(file) !== before[index]));
}
for (const file of outdated) console.log(`${file} was out of date and is written anew`);
process.exit(process.argv.includes('--check') && outdated.length > 0 ? 1 : 0);
