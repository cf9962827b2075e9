import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** CommonJS with an `import()`. */
const IMPORTING = ['@fastify/cookie', 'mercurius'];

/**
 * A pattern for `transformIgnorePatterns`: everything in `node_modules` but the packages that are ES modules,
 * and those that import one while they run.
 *
 * @param {string} root the workspace
 * @param {string[]} folders of its packages, each with or without a `node_modules` of its own
 */
export function allButEsModules(root, folders) {
  const names = IMPORTING.concat(
    ['', ...folders].flatMap((folder) => packagesIn(path.join(root, folder, 'node_modules'))),
  );
  const pattern = [...new Set(names)]
    .sort()
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|');
  return `/node_modules/(?!(?:.*/node_modules/)?(?:${pattern})/)`;
}

function packagesIn(modules) {
  return children(modules).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (name.startsWith('@'))
      return children(path.join(modules, name)).flatMap((inner) => esModules(modules, `${name}/${inner}`));
    return esModules(modules, name);
  });
}

function esModules(modules, name) {
  const nested = packagesIn(path.join(modules, name, 'node_modules'));
  return isEsModule(path.join(modules, name)) ? [name, ...nested] : nested;
}

function isEsModule(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).type === 'module';
  } catch {
    return false;
  }
}

function children(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
