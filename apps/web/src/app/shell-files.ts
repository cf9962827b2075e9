import type { Manifest } from 'vite';

/**
 * What opens without signal although it was never visited: the map, on which works are documented, and the queue in
 * which they wait. The frame is around both.
 */
const SHELL = ['src/app/frame.tsx', 'src/screens/home.tsx', 'src/screens/queue.tsx'];
const DOCUMENT = 'index.html';
/** Loaded only where the operator has a key for it. */
const OPTIONAL = 'src/features/map/google-map.ts';

/**
 * The files that the service worker stores when it is installed: the scripts of the shell, with all that they load
 * later, their styles and assets. It keeps the files of other screens once they are visited.
 * @returns paths below the root, as the manifest of the build names them
 * @throws if the build has no file for a part of the shell
 */
export function shellFiles(manifest: Manifest): Set<string> {
  const start = new Set<string>();
  visit(DOCUMENT, start, () => false);
  const shell = new Set<string>();
  // The document can load every screen, so what it loads later is not followed.
  for (const part of [DOCUMENT, ...SHELL]) visit(part, shell, (name) => !start.has(name));
  return new Set([...shell].flatMap((name) => filesOf(manifest[name]!)));

  function visit(name: string, found: Set<string>, followsLazyParts: (name: string) => boolean): void {
    if (found.has(name) || name === OPTIONAL) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} has no file of its own in the build.`);
    found.add(name);
    const next = [...(chunk.imports ?? []), ...(followsLazyParts(name) ? (chunk.dynamicImports ?? []) : [])];
    for (const each of next) visit(each, found, followsLazyParts);
  }
}

const filesOf = ({ file, css = [], assets = [] }: Manifest[string]) => [file, ...css, ...assets];
