// A plugin of rolldown: writes `licences.txt` beside a bundle, with name, version and licence text of each package in
// it.
// MIT, BSD, Apache and similar licences require these in copies (docs/licences.md). The page's are written by Vite.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TEXT = /^(licen[cs]e|copying|notice)/i;
const MODULES = `${path.sep}node_modules${path.sep}`;

/** The folder of the package that a module belongs to; undefined for our own. */
function packageOf(module) {
  const at = module.lastIndexOf(MODULES);
  if (at < 0) return undefined;
  const [first, second] = module.slice(at + MODULES.length).split(path.sep);
  return path.join(module.slice(0, at), MODULES, first.startsWith('@') ? path.join(first, second) : first);
}

function entryOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { name, text: [`${name} ${version} (${license?.type ?? license ?? 'see its text'})`, ...texts].join('\n\n') };
}

export const licenceTexts = {
  name: 'licence-texts',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = new Set(modules.filter((module) => !module.startsWith('\0')).map(packageOf));
    const entries = [...folders]
      .filter((folder) => folder && existsSync(path.join(folder, 'package.json')))
      .map(entryOf);
    const source = entries
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ text }) => `${text}\n`)
      .join(`\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
};
