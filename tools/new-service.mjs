// `npm run new-service -- NAME`: writes `services/NAME` and its deployment from the templates, and adds it to the list
// of services; `npm run generate` then writes everything that is derived from the list.
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runCommand } from './steps.mjs';

const [name, option] = process.argv.slice(2);
const folder = path.join(root, 'services', name ?? '');
if (!/^[a-z]+$/.test(name ?? '') || existsSync(folder)) {
  console.error('Usage: npm run new-service -- NAME, in lower-case letters, of a service that is not there yet');
  process.exit(1);
}

const template = path.join(root, 'tools/workspace/template/service');
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

const deployment = (file) =>
  fill(readFileSync(path.join(root, 'tools/workspace/template/deployment', `${file}.template`), 'utf8'));
writeFileSync(path.join(root, `k8s/base/services/${name}.yaml`), deployment('k8s.yaml'));
appendFileSync(
  path.join(root, 'k8s/components/autoscaling/autoscaling.yaml'),
  `---\n${deployment('autoscaling.yaml')}`,
);
// In alphabetical order, as dclint demands.
const compose = path.join(root, 'docker-compose.yml');
const [, before, containers, after] = /^([^]*\nservices:\n)([^]*?\n)(\nvolumes:\n[^]*)$/.exec(
  readFileSync(compose, 'utf8'),
);
const sorted = [...containers.split(/\n(?= {2}[a-z-]+:\n)/), deployment('docker-compose.yml')].sort();
writeFileSync(compose, `${before}${sorted.map((container) => container.trimEnd()).join('\n\n')}\n${after}`);

const list = path.join(root, 'libs/contracts/src/services.ts');
const entry =
  `  ${name}: { owns: 'nothing yet but its schema', ` +
  `subgraph: false, exportKey: '${name}', busy: false, imports: ` +
  `[] },\n`;
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
