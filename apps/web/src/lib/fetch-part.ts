/** Files of lazily loaded parts that are here, or on their way. */
const fetched = new Map<string, Promise<void>>();

/**
 * Takes the place of Vite's preload helper (see vite.config.ts): fetches all files of a part before any of them
 * is imported. A browser remembers an import that failed for as long as the page is open; a fetch it tries again.
 * @param files paths below the root, as the build names them
 * @throws where a file does not come, and then nothing was imported
 */
export async function fetchPart<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) return known;
  const coming = (file.endsWith('.css') ? addStyles : fetchScript)(`/${file}`);
  fetched.set(file, coming);
  coming.catch(() => fetched.delete(file));
  return coming;
}

/** Into the browser's cache, from which the import takes it: what the build names may be kept for ever. */
async function fetchScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer();
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
