/** Content types by a file's extension. A server, proxy or captive portal may send its own page in place of a file. */
const TYPES: readonly (readonly [extension: RegExp, type: RegExp])[] = [
  [/\.m?js$/, /javascript/],
  [/\.css$/, /^text\/css/],
  [/\.json$/, /json/],
  [/\.svg$/, /^image\/svg/],
  [/\.woff2$/, /font|octet-stream/],
  [/\.html$/, /^text\/html/],
  [/^\/objects\//, /^image\//],
  [/^\/api\//, /json/],
];

/** Whether a response is what belongs to its path, and not an error or somebody's page in place of it. */
export function isCacheable(path: string, { status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const type = headers.get('content-type') ?? '';
  const expected = TYPES.find(([extension]) => extension.test(path))?.[1];
  return status === 200 && (expected ? expected.test(type) : !type.startsWith('text/html'));
}

/** For workbox: keeps only what belongs to its path. */
export const onlyCacheable = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    isCacheable(new URL(request.url).pathname, response) ? response : null,
};

/** Removes from a cache what does not belong to its path. */
export async function removeUncacheable(cacheName: string): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response && !isCacheable(new URL(request.url).pathname, response)) await cache.delete(request);
  }
}

/**
 * Keeps each file that can be had: one that is missing is no reason to do without the others.
 * @param keep stores one file
 * @returns those that are missing
 */
export async function keepAvailable(
  paths: readonly string[],
  keep: (path: string) => Promise<unknown>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) await keep(path).catch(() => missing.push(path));
  return missing;
}
