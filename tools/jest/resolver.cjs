const { existsSync } = require('node:fs');
const path = require('node:path');

/**
 * Resolves as TypeScript and Node do, for modules transformed to CommonJS: `./x.js` may be written in
 * `./x.ts`, and packages without CommonJS are loaded as ES modules.
 */
module.exports = function resolve(request, options) {
  const source = sourceOf(request, options.basedir);
  if (source) return source;
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    try {
      return options.defaultResolver(request, {
        ...options,
        conditions: options.conditions.map((each) => (each === 'require' ? 'import' : each)),
      });
    } catch {
      throw error;
    }
  }
};

function sourceOf(request, folder) {
  if (!/^\.{1,2}\/.*\.js$/.test(request) || folder.includes('/node_modules/')) return undefined;
  const file = `${path.resolve(folder, request).slice(0, -'.js'.length)}.ts`;
  return existsSync(file) ? file : undefined;
}
