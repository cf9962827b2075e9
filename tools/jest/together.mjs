import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Characters of specs in one file: fewer files load less, more files keep two workers busy to the end. */
const MAX_CHARACTERS = 120_000;
/** A mocked module affects the whole file that Jest runs, so a spec with its own mock runs alone. */
const OWN_MODULES = /\bjest\.(?:mock|resetModules)\(/;
/** A module that mocks another; the specs that import it may share a file. */
const SHARED_MOCK = /'[^']*\/(without-[\w-]+)'/;

/**
 * Jest loads every module anew for each file that it runs, which takes most specs longer than their tests. So
 * `npm test` runs the specs of a package in a few files, which are written here. Each spec becomes a `describe` with
 * its path as the name, so its hooks remain its own.
 *
 * @param {string} root of the workspace
 * @param {string} folder of the files, below the root
 * @param {string[]} paths of the specs, below the root
 */
export function writeTogether(root, folder, paths) {
  const specs = paths.map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));
  const up = path.relative(folder, '.');
  const files = alike(specs)
    .flatMap(parts)
    .map((names) => {
      const describes = names.map((name) => `describe('${name}', () => void require('${up}/${name}'));\n`);
      return `const { describe } = require('@jest/globals');\n${describes.join('')}`;
    });
  mkdirSync(path.join(root, folder), { recursive: true });
  const wanted = new Map(files.map((text, index) => [path.join(root, folder, `${index}.spec.cjs`), text]));
  const former = readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name));
  for (const file of former) if (!wanted.has(file)) rmSync(file);
  // Files that are up to date are not written: another run may be reading them.
  for (const [file, text] of wanted)
    if (!former.includes(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** The specs of each package that work with the same modules. */
function alike(specs) {
  const groups = new Map();
  for (const spec of specs) {
    const { name, text } = spec;
    const key = OWN_MODULES.test(text) ? name : [...name.split('/', 2), SHARED_MOCK.exec(text)?.[1]].join('/');
    groups.set(key, [...(groups.get(key) ?? []), spec]);
  }
  return [...groups.values()];
}

/** @returns {string[][]} the names of the specs, in parts of about the same size */
function parts(specs) {
  const total = specs.reduce((sum, { text }) => sum + text.length, 0);
  const charactersPerPart = total / Math.ceil(total / MAX_CHARACTERS);
  const result = [];
  let before = 0;
  for (const { name, text } of specs) {
    (result[Math.floor(before / charactersPerPart)] ??= []).push(name);
    before += text.length;
  }
  return result.filter(Boolean);
}
