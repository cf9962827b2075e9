// `npm run new-service -- NAME`: makes `services/NAME` from the template and puts it on the list of services.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runCommand } from './steps.mjs';

const [name, option] = process.argv.slice(2);
const folder = path.join(root, 'services', name ?? '');
if (!/^[a-z]+$/.test(name ?? '') || existsSync(folder)) {
  console.error('Usage: npm run new-service -- NAME, in lower-case letters, of a service that is not there yet');
  process.exit(1);
}

const template = path.join(root, 'tools/workspace/template');
const kit = JSON.parse(readFileSync(path.join(root, 'libs/service-kit/package.json'), 'utf8'));
const fill = (text) =>
  text
    .replaceAll('__name__', name)
    .replaceAll('__Name__', name[0].toUpperCase() + name.slice(1))
    .replace(/"([^"]+)": "__version__"/g, (_, dependency) => `"${dependency}": "${kit.dependencies[dependency]}"`);
for (const file of readdirSync(template, { recursive: true }).filter((each) => each.endsWith('.template'))) {
  const target = path.join(folder, fill(file.slice(0, -'.template'.length)));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, fill(readFileSync(path.join(template, file), 'utf8')));
}

const list = path.join(root, 'libs/contracts/src/services.ts');
const entry = `  ${name}: { owns: 'nothing yet but its schema', subgraph: false, exportKey: '${name}', busy: false, imports: [] },\n`;
writeFileSync(list, readFileSync(list, 'utf8').replace(/^ {2}gateway: /m, `${entry}$&`));

// A test copies the workspace without its packages.
if (option !== '--files-only') {
  for (const command of [
    ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'],
    ['node', 'tools/generate.mjs'],
  ]) {
    const { ok, output } = await runCommand(command);
    if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`);
  }
}
console.log(`services/${name} is there; docs/add-a-service.md says what comes next.`);
