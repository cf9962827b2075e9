// `npm run generate`: Nx has every package write its generated files that are committed, in the order in which they
// feed each other; `--check` fails when one was out of date.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { build, nodePackages, packages } from './build.mjs';
import { root, runCommand } from './steps.mjs';

/** The outputs of the `generate` targets. */
const generated = packages.flatMap((folder) => {
  const { nx } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return (nx.targets.generate?.outputs ?? []).map((output) =>
    output.replace('{projectRoot}', folder).replace('{workspaceRoot}/', ''),
  );
});

function fingerprint(file) {
  const full = path.join(root, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) return 'missing';
  if (stat.isDirectory())
    return readdirSync(full)
      .sort()
      .map((name) => `${name}:${fingerprint(path.join(file, name))}`)
      .join(';');
  return createHash('sha256').update(readFileSync(full)).digest('hex');
}

// The page has no generator that is built, and may lack the very documents that are generated here.
await build({ folders: nodePackages });
const before = generated.map(fingerprint);
// What the generators run from is built: `npm test` built it without the cache, and Nx would look there.
const { ok, output } = await runCommand([
  'nx',
  'run-many',
  '-t',
  'generate',
  '--excludeTaskDependencies',
  '--outputStyle=static',
]);
if (!ok) {
  console.error(output);
  process.exit(1);
}
const outdated = generated.filter((file, index) => fingerprint(file) !== before[index]);
for (const file of outdated) console.log(`${file} was out of date and has been regenerated`);
process.exit(process.argv.includes('--check') && outdated.length > 0 ? 1 : 0);
