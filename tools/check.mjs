// `npm run check`: what can be told without running the product. All at once, and on after a failure.
import { build } from './build.mjs';
import { install } from './install.mjs';
import { runCommand } from './steps.mjs';

const checks = [
  ['formatting', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', ['eslint', '.']],
  ['types, and the rules that need them', ['oxlint', '--type-aware', '--type-check']],
  [
    'boundaries',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'libs', 'services', 'tools', 'tests', 'bench', 'apps/web'],
  ],
  ['circles of features', ['depcruise', '--config', '.dependency-cruiser.features.cjs', 'apps/web/src/features']],
  ['unused code', ['knip', '--no-progress', '--no-config-hints']],
];

const failed = [];

async function check([name, command]) {
  const { ok, output, seconds } = await runCommand(command);
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : `\n${output}\n`}`);
  if (!ok) failed.push(name);
}

install();
await build();
// Writes into the sources, so it runs before the checks that read them.
await check(['generated files are current', ['node', 'tools/generate.mjs', '--check']]);
await Promise.all(checks.map(check));
if (failed.length > 0) console.log(`Failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
