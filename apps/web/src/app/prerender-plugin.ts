import { fileURLToPath } from 'node:url';
import { type AliasOptions, type Plugin, type Rolldown, runnerImport } from 'vite';
import settings from '../../project.inlang/settings.json' with { type: 'json' };
import type { Language } from '../lib/language';
import { paths } from '../lib/paths';
import type * as Prerender from './prerender';

const ROOT = '<div id="root"></div>';
/** Modules of the map home's first view: loading them level by level would take twice as long. */
const HOME = ['/src/app/frame.tsx', '/src/screens/home.tsx'];
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Writes documents beside `index.html`, of which the gateway sends the one that fits the request:
 * `landing.{language}.html` has the landing page in it, which the page's script then takes over; `home.html` names the
 * files of the map home.
 * @param alias where the compiled texts are
 */
export function prerenderedDocuments(alias: AliasOptions): Plugin {
  return {
    name: 'prerendered-documents',
    apply: 'build',
    // Vite's own plugin has written index.html by then.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const index = bundle['index.html'] as Rolldown.OutputAsset;
      const document = withLateScripts(String(index.source));
      const { module } = await runnerImport<typeof Prerender>(
        fileURLToPath(new URL('prerender.tsx', import.meta.url)),
        { root: this.environment.config.root, resolve: { alias }, mode: 'production', logLevel: 'error' },
      );
      for (const language of settings.locales as Language[]) {
        const { html, title, description, noScript } = module.prerenderLanding(language);
        const filled = document
          .replace(/<html lang="\w+"/, `<html lang="${language}"`)
          .replace(/<title>[^<]*/, () => `<title>${escape(title)}`)
          .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + escape(description))
          .replace(/<noscript>[^<]*/, () => `<noscript>${escape(noScript)}`)
          .replace(ROOT, () => `<div id="root" data-rendered>${withBuiltFiles(html, bundle)}</div>`);
        this.emitFile({ type: 'asset', fileName: `landing.${language}.html`, source: filled });
      }
      const loading = (path: string) =>
        document.replace(ROOT, () => `<div id="root">${withBuiltFiles(module.prerenderLoading(path), bundle)}</div>`);
      index.source = loading('/');
      this.emitFile({
        type: 'asset',
        fileName: 'home.html',
        source: loading(paths.home).replace('</head>', () => `${linksTo(HOME, document, bundle)}</head>`),
      });
    },
  };
}

/** Prerendered content is shown first: styles and fonts go before all scripts. */
const withLateScripts = (document: string) =>
  document.replace(/<(?=script type="module"|link rel="modulepreload")(script|link) /g, '<$1 fetchpriority="low" ');

/** Until the build, files are named by their source paths. */
function withBuiltFiles(html: string, bundle: Rolldown.OutputBundle): string {
  const names = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' ? file.originalFileNames.map((name) => [name, file.fileName] as const) : [],
  );
  const built = names.reduce((text, [name, fileName]) => text.replaceAll(`/${name}`, `/${fileName}`), html);
  if (built.includes('/src/'))
    throw new Error(`The landing page names a file that was not built: ${/\/src\/[^"#]*/.exec(built)?.[0]}`);
  return built;
}

/** Links to the scripts and styles that these modules need, but for those that the document has already. */
function linksTo(modules: string[], document: string, bundle: Rolldown.OutputBundle): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || scripts.has(fileName)) return;
    scripts.add(fileName);
    file.viteMetadata?.importedCss.forEach((style) => styles.add(style));
    file.imports.forEach(visit);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`${module} has no file of its own in the build.`);
    visit(chunk.fileName);
  }
  const missing = (names: Set<string>) => [...names].filter((name) => !document.includes(name));
  return [
    ...missing(styles).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...missing(scripts).map((name) => `<link fetchpriority="low" rel="modulepreload" crossorigin href="/${name}">`),
  ].join('');
}
