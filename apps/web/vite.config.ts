import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Manifest, Plugin } from 'vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { prerenderedDocuments } from './src/app/prerender-plugin.ts';
import { shellFiles } from './src/app/shell-files.ts';
import { shippedGeography } from './src/features/map/geography/vite-plugin.ts';
import { PRODUCT_NAME, TAGLINE } from './src/product.ts';

// Where `npm run dev` finds the gateway; the launcher sets it.
const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';
const throughGateway = { target: gateway, changeOrigin: false };

/** Puts the product's name into the document. */
const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('{{name}}', PRODUCT_NAME).replaceAll('{{tagline}}', TAGLINE),
};

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

let shell: ReadonlySet<string>;
const isBuilt = /^assets\/.*\.(js|css|svg)$/;
/** Finds the files of the shell in the manifest of the build. */
const readShell: Plugin = {
  name: 'read-shell',
  apply: 'build',
  writeBundle: ({ dir }) => {
    shell = shellFiles(JSON.parse(readFileSync(join(dir!, '.vite/manifest.json'), 'utf8')) as Manifest);
  },
};

/**
 * The web manifest, and `src/sw.ts` with the list of this release's files: scripts, styles, our two faces and the
 * document. It stores those of the shell when it is installed.
 */
const installable = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'sw.ts',
  // The page registers it and asks before an update (features/offline).
  injectRegister: null,
  registerType: 'prompt',
  manifestFilename: 'site.webmanifest',
  manifest: {
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: TAGLINE,
    id: '/home',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#0e0f11',
    theme_color: '#0e0f11',
    categories: ['games', 'travel'],
    icons: [
      ...[48, 72, 96, 128, 144, 192, 256, 384, 512].map((size) => icon('icon', size, 'any')),
      ...[192, 512].map((size) => icon('maskable', size, 'maskable')),
      { src: '/spray-cap.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  },
  includeManifestIcons: false,
  injectManifest: {
    globPatterns: [
      'index.html',
      'spray-cap.svg',
      'assets/*.{js,css}',
      'assets/{inter-latin-wght,permanent-marker-latin-400}-normal*.woff2',
      'assets/*.svg',
    ],
    maximumFileSizeToCacheInBytes: 2_000_000,
    manifestTransforms: [
      (entries) => ({
        // The document, the icon and the faces are in no manifest.
        manifest: entries.map((entry) => ({ ...entry, isShell: shell.has(entry.url) || !isBuilt.test(entry.url) })),
      }),
    ],
  },
});

/**
 * Compiles the texts of all languages, a module each, so that a screen loads its own texts and no others. (Types and
 * tests read the same texts from the target `messages` in fewer files.)
 */
const texts = paraglideVitePlugin({
  project: './project.inlang',
  outdir: './dist.message-modules',
  outputStructure: 'message-modules',
  strategy: ['globalVariable', 'baseLocale'],
  isServer: 'false',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
});
const messageModules = {
  '#messages/runtime': fileURLToPath(new URL('dist.message-modules/runtime.js', import.meta.url)),
  '#messages': fileURLToPath(new URL('dist.message-modules/messages.js', import.meta.url)),
};

/**
 * Fetches the two faces that every screen begins with, before all else: without its face a text is invisible for 100
 * ms, also the largest one of the map home's first picture.
 */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: (_html, { bundle }) =>
    Object.keys(bundle ?? {})
      .filter((file) => /(inter-latin-wght|permanent-marker-latin-400)-normal.*\.woff2$/.test(file))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
        injectTo: 'head-prepend' as const,
      })),
};

/**
 * The build calls Vite's preload helper for each lazily loaded part; ours makes one that did not come loadable again.
 */
const fetchParts: Plugin = {
  name: 'fetch-parts',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { fetchPart as __vitePreload } ` +
        `from ${JSON.stringify(fileURLToPath(new URL('src/lib/fetch-part.ts', import.meta.url)))}`
      : null,
};

/** Compiled messages would make a format for each number that they write; ours keeps them. */
const messageFormats: Plugin = {
  name: 'message-formats',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.endsWith('/dist.message-modules/registry.js')
      ? `export { number, plural } ` +
        `from ${JSON.stringify(fileURLToPath(new URL('src/lib/message-formats.ts', import.meta.url)))}`
      : null,
};

const TEXT = /\.(html|js|css|json|txt|webmanifest|svg)$/;
/** Smallest size in bytes for which compression saves a packet. */
const COMPRESS_FROM = 1_024;
/** One level more takes six times as long, and saves 8 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes compressed copies beside the texts, which the gateway sends to browsers that take them. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  apply: 'build',
  async writeBundle({ dir }) {
    const names = readdirSync(dir!, { recursive: true, encoding: 'utf8' }).filter(
      (name) => TEXT.test(name) && !name.startsWith('.'),
    );
    const copy = async (name: string) => {
      const text = readFileSync(join(dir!, name));
      if (text.length < COMPRESS_FROM) return;
      writeFileSync(join(dir!, `${name}.br`), await promisify(brotliCompress)(text, BROTLI));
      writeFileSync(join(dir!, `${name}.gz`), await promisify(gzip)(text));
    };
    await Promise.all(names.map(copy));
  },
};

/**
 * Libraries of the pages for developers, which no player loads: their files stand beside the others, where the service
 * worker does not keep them.
 */
const FOR_DEVELOPERS = /node_modules\/(@scalar|vue|@vue|graphiql|@graphiql|codemirror|codemirror-graphql)\//;

export default defineConfig({
  resolve: { alias: messageModules },
  plugins: [
    fetchParts,
    messageFormats,
    texts,
    react(),
    tailwindcss(),
    productName,
    preloadFonts,
    shippedGeography(),
    prerenderedDocuments(messageModules),
    compressedCopies,
    readShell,
    installable,
  ],
  // MapLibre's worker is a module worker.
  worker: { format: 'es' },
  build: {
    // Every browser that runs the page knows modulepreload.
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Our Content-Security-Policy allows no data: addresses for scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    // It would compress everything once more, for a report that no one sees.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1100,
    manifest: true,
    // The licences of what the page contains ask that their texts stay with it.
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => FOR_DEVELOPERS.test(id))
            ? 'assets/developers/[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => FOR_DEVELOPERS.test(name))
            ? 'assets/developers/[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    proxy: {
      '/api': throughGateway,
      '/oidc': throughGateway,
      '/graphql': throughGateway,
      '/objects': throughGateway,
      '/d/': throughGateway,
      '/dev': throughGateway,
      '/config.json': throughGateway,
      '/openapi.json': throughGateway,
      '/schema.graphql': throughGateway,
    },
  },
});
