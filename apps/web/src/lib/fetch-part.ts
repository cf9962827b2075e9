/** Files of lazily loaded parts that are loaded or being loaded. */
const fetched = new Map<string, Promise<void>>();

/**
 * Replaces Vite's preload helper (see vite.config.ts): checks all files of a part before any of them is imported.
 * Chromium (150 too) remembers an import that failed for as long as the page is open, and repeats the error without a
 * request; a fetch it tries again. Vite's own helper is enough where failed imports are not remembered, as the HTML
 * standard has it since 2026.
 * @param files paths below the root, as the build names them
 * @throws if a file cannot be loaded; then nothing was imported
 */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) return known;
  const coming = (file.endsWith('.css') ? addStyles : findScript)(`/${file}`);
  fetched.set(file, coming);
  coming.catch(() => {
    fetched.delete(file);
    checkForUpdate();
  });
  return coming;
}

/** An update may have removed the file: the new version, if there is one, is offered now and not an hour later. */
function checkForUpdate(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((worker) => worker?.update())
    .catch(() => undefined);
}

/**
 * Asks whether a script can be had, past the browser's cache: an import that follows a fetch of the same file was seen
 * to wait 20 seconds for the cache.
 */
async function findScript(address: string): Promise<void> {
  if (document.head.querySelector(`link[rel="modulepreload"][href="${address}"]`)) return;
  const response = await fetch(address, { method: 'HEAD', cache: 'no-store' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
}

function addStyles(address: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${address}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} did not come.`));
    });
  });
}
