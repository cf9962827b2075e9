// `node tools/images.mjs FOLDER`: lays out what each image contains, from the builds. Run by the Dockerfile.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { serviceNames } from '../libs/contracts/dist/services.js';
import { nodeFlags } from '../libs/service-kit/dist/local/node-settings.js';
import { commandFiles } from './commands.mjs';
import { root } from './steps.mjs';

const target = path.resolve(process.argv[2]);
/** Most packages are in several images; they are read once. */
const cache = {};
const PROBE = 'libs/service-kit/dist/health/probe.js';
/** Imports `pg`, which TypeORM requires at run time, so that it is outside of the bundles. */
const DRIVER = 'libs/service-kit/dist/local/provision-database.js';
/** Read by the programs, not imported. */
const DATA = [
  'libs/contracts/listeners.json',
  ...serviceNames.flatMap((name) => [
    `services/${name}/schema.graphql`,
    `services/${name}/data`,
    `services/${name}/dist`,
  ]),
];
const NOT_NEEDED = /(\.map|README\.md|\.spec\.js)$/;

for (const name of serviceNames) {
  const folder = `services/${name}`;
  const programs = [`${folder}/dist.bundle/main.js`, `${folder}/dist/pipeline/picture-process.js`].filter((file) =>
    existsSync(path.join(root, file)),
  );
  const own = DATA.filter((file) => file.startsWith(`${folder}/`) || file.startsWith('libs/'));
  await layOut(
    name,
    [...programs, PROBE, DRIVER],
    name === 'gateway' ? [...own, 'apps/web/dist'] : own,
    onlyData(folder),
  );
  start(name, ['node', ...nodeFlags(name), `${folder}/dist.bundle/main.js`], ['node', PROBE]);
}
// Packages that the program imports by a computed name.
const commands = serviceNames
  .flatMap((name) => commandFiles.map((file) => `services/${name}/dist/${file}`))
  .filter((file) => existsSync(path.join(root, file)));
await layOut('operations', ['tools/operations.mjs', ...commands], DATA, (file) => !/\/dist\//.test(file));
start('operations', ['node', 'tools/operations.mjs'], ['true']);

/** Of a folder `dist`, programs need what they read; what they import is traced or in their bundle. */
function onlyData(folder) {
  return (file) => !file.startsWith(`${folder}/dist/`) || !file.endsWith('.js');
}

/** Everything that the programs import, and the data that passes `keep`, under the same paths as here. */
async function layOut(image, programs, data, keep) {
  const { fileList, warnings } = await nodeFileTrace(
    programs.map((file) => path.join(root, file)),
    { base: root, processCwd: root, cache, conditions: ['node', 'import', 'default'] },
  );
  const files = [...fileList].filter(
    (file) => !data.some((each) => file.startsWith(`${each}/`)) || file.endsWith('.js') || keep(file),
  );
  const read = data.flatMap(filesOf).filter((file) => keep(file) && !NOT_NEEDED.test(file));
  for (const file of new Set([...files, ...read])) {
    const copy = path.join(target, image, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    const original = path.join(root, file);
    // Node 24 does not copy a link to a folder by cpSync.
    if (lstatSync(original).isSymbolicLink()) symlinkSync(readlinkSync(original), copy);
    else copyFileSync(original, copy);
  }
  for (const warning of warnings)
    if (programs.some((file) => warning.message.includes(`${file}"`))) console.warn(`${image}: ${warning.message}`);
  console.log(`${image}: ${files.length + read.length} files`);
}

function filesOf(file) {
  const whole = path.join(root, file);
  const stat = statSync(whole, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [file] : [];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** `exec`, so that the program is process 1 and gets the signals. */
function start(image, program, healthy) {
  const script = (file, command) =>
    writeFileSync(path.join(target, image, file), `#!/bin/sh\ncd /app && exec ${command.join(' ')} "$@"\n`, {
      mode: 0o755,
    });
  script('start', program);
  script('healthy', healthy);
}
