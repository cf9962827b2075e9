// `node tools/bundle-program.mjs FOLDER`: bundles the programs of one service with everything that they import.
// Node reads and compiles the bundle in half the time, and keeps it in a tenth less memory.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { licenceTexts } from './licence-texts.mjs';
import { root } from './steps.mjs';

/** Started at every start of the product; other programs run from `dist`. */
const PROGRAMS = ['main', 'import-shipped'];
/** Native code, and optional imports of libraries that are not installed or not used. */
const OUTSIDE = [...builtinModules, /^node:/, 'sharp', 'pg-native', 'typescript'];
/** Libraries written as CommonJS find these by themselves. */
const COMMON_JS = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;
/**
 * Names stay: Nest, TypeORM and stack traces read those of classes. `NODE_OPTIONS=--enable-source-maps` gives stack
 * traces their lines.
 */
const SMALL = {
  compress: { target: 'es2022', keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: true,
};

const service = path.join(root, process.argv[2]);
const target = path.join(service, 'dist.bundle');
const fresh = `${target}.${process.pid}`;

/**
 * Files beside a module are found from its original path, and optional packages become part of the bundle. No line
 * moves.
 */
const filesStayWhereTheyAre = {
  name: 'files-stay-where-they-are',
  transform(code, module) {
    if (!code.includes('import.meta.url')) return null;
    const file = JSON.stringify(path.relative(target, module));
    const joined = code
      .replace(/^const (require|nodeRequire) = createRequire\(import\.meta\.url\);$/m, '')
      .replaceAll('nodeRequire(', 'require(')
      .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`);
    return { code: joined, map: null };
  },
};

const programs = PROGRAMS.map((name) => [name, path.join(service, 'dist', `${name}.js`)]).filter(([, file]) =>
  existsSync(file),
);
const bundle = await rolldown({
  input: Object.fromEntries(programs),
  cwd: root,
  platform: 'node',
  external: OUTSIDE,
  // The package `graphql` contains its code twice, and their types must not mix.
  resolve: { mainFields: ['main', 'module'] },
  plugins: [filesStayWhereTheyAre, licenceTexts],
  onLog(level, entry, report) {
    if (!['UNRESOLVED_IMPORT', 'EVAL', 'CIRCULAR_DEPENDENCY'].includes(entry.code)) report(level, entry);
  },
});
try {
  await bundle.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    banner: COMMON_JS,
    keepNames: true,
    minify: SMALL,
    charset: 'ascii',
    sourcemap: true,
  });
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  throw error;
} finally {
  await bundle.close();
}
