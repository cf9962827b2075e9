import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import type { Level, ShippedGeography } from './cells';
import { cutLevel } from './cut';
import type { Atlas } from './world';

/** What the page imports it as; see shipped.d.ts. */
const MODULE = 'virtual:geography?cells';

/** Natural Earth's three scales. Zooms are those at which the coarser coast would be off by a finger's width. */
const LEVELS: (Omit<Level, 'cells'> & { atlas: string })[] = [
  { name: '110m', degrees: 360, from: 0, atlas: 'world-atlas/countries-110m.json' },
  { name: '50m', degrees: 30, from: 3.5, atlas: 'world-atlas/countries-50m.json' },
  { name: '10m', degrees: 10, from: 6, atlas: 'world-atlas/countries-10m.json' },
];

/** Cuts the shipped geography into cells, each a file of the build. */
export function shippedGeography(): Plugin {
  let cut: ReturnType<typeof cutAll> | undefined;
  return {
    name: 'shipped-geography',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      cut ??= cutAll();
      if (this.environment.mode === 'build')
        for (const [fileName, source] of cut.files) this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(cut.shipped)}`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = cut?.files.get(request.url?.slice(1) ?? '');
        if (file === undefined) next();
        else response.setHeader('content-type', 'application/json').end(file);
      });
    },
  };
}

function cutAll() {
  const parts = LEVELS.map(({ atlas, ...level }) =>
    cutLevel(JSON.parse(readFileSync(createRequire(import.meta.url).resolve(atlas), 'utf8')) as Atlas, level),
  );
  const texts = parts.flatMap(({ files }) => [...files].map(([path, file]) => [path, JSON.stringify(file)] as const));
  const hash = createHash('sha256')
    .update(JSON.stringify([texts, parts.map(({ level }) => level)]))
    .digest('base64url')
    .slice(0, 8);
  // The gateway lets browsers keep what is in assets/ for ever.
  const folder = `assets/geography-${hash}/`;
  const shipped: ShippedGeography = { base: `/${folder}`, levels: parts.map(({ level }) => level) };
  return { shipped, files: new Map(texts.map(([path, text]) => [folder + path, text])) };
}
