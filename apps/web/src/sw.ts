/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { keptListFor, markKept } from './features/map/kept-lists';
import { showPushMessages } from './features/notifications/push-worker';
import { SYNC_TAG } from './features/queue/background-sync';
import { LOADED } from './features/offline/loaded-files';
import { sendQueue } from './features/queue/send-queue';
import { isCacheable, keepAvailable, onlyCacheable, removeUncacheable } from './lib/cached-response';
import { NETWORK_CHANNEL } from './lib/network-channel';
import { AccountResponses, storedAccount } from './features/session/personal-data';

/*
 * The service worker: the map and the visited screens open without signal, with the last area's list and its pictures,
 * and what was documented is sent in the background. A new one waits until the player asks for it (features/offline).
 */

declare const self: ServiceWorkerGlobalScope;

/** After this time a weak network counts as none, where there is something to show instead. */
const NETWORK_TIMEOUT_MS = 5_000;
/** Lists around a place that are kept, of each kind. */
const MAX_AREAS = 6;
const MAX_PICTURES = 300;
/** Files of visited screens, and cells of the drawn map. */
const MAX_PARTS = 300;

/** The files of this release, written by the build (see vite.config.ts). */
const RELEASE = self.__WB_MANIFEST as (PrecacheEntry & { isShell: boolean })[];

let reached = true;
const network = new BroadcastChannel(NETWORK_CHANNEL);
network.onmessage = ({ data }) => data === 'ask' && network.postMessage(reached);

/** Sends a request, and reports to the pages whether the server was reached. */
async function fetchAndReport(request: Request): Promise<Response> {
  const report = (now: boolean) => {
    if (now !== reached) network.postMessage(now);
    reached = now;
  };
  try {
    const response = await fetch(request);
    report(true);
    return response;
  } catch (error) {
    if (!request.signal.aborted) report(false);
    throw error;
  }
}

// The document comes from the network, so that its headers and its scripts are the newest; the kept one is for no
// network.
const precache = new PrecacheController({ plugins: [onlyCacheable] });
precache.addToCacheList(RELEASE.filter(({ isShell }) => isShell));
cleanupOutdatedCaches();

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(precache.activate(event)));

async function install(event: ExtendableEvent): Promise<void> {
  const paths = precache.getCachedURLs().map((url) => new URL(url).pathname);
  const missing = await keepAvailable(paths, (path) =>
    Promise.all(
      precache.strategy.handleAll({
        request: freshly(path),
        event,
        params: { cacheKey: precache.getCacheKeyForURL(path) },
      }),
    ),
  );
  if (missing.length > 0) console.warn('Not available without signal yet:', ...missing);
}

const freshly = (path: string) => new Request(path, { cache: 'reload', credentials: 'same-origin' });

/** A file of the precache; one that was missing when the worker was installed is kept now. */
async function precached(path: string): Promise<Response> {
  const kept = await precache.matchPrecache(path);
  if (kept) return kept;
  const response = await fetch(freshly(path));
  if (isCacheable(path, response))
    await (await caches.open(precache.strategy.cacheName)).put(precache.getCacheKeyForURL(path)!, response.clone());
  return response;
}

registerRoute(
  ({ url, request }) =>
    request.method === 'GET' &&
    url.origin === self.location.origin &&
    precache.getCacheKeyForURL(url.pathname) !== undefined,
  ({ url }) => precached(url.pathname),
);

registerRoute(
  new NavigationRoute(
    async ({ request, event }) => {
      const shell = await precache.matchPrecache('/index.html');
      if (!shell) event.waitUntil(precached('/index.html').catch(() => undefined));
      return orElse(fetchAndReport(request), shell);
    },
    { denylist: [/^\/(api|oidc|dev|graphql|objects|metrics)(\/|$)/, /\.\w+$/] },
  ),
);

// The page looks whether a part's file can be had before it imports it.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  async ({ request, url }) =>
    ((await precache.matchPrecache(url.pathname)) ?? (await caches.match(url.pathname)))
      ? new Response()
      : fetch(request),
  'HEAD',
);
const parts = new CacheFirst({
  cacheName: 'parts',
  plugins: [onlyCacheable, new ExpirationPlugin({ maxEntries: MAX_PARTS, purgeOnQuotaError: true })],
});
registerRoute(({ url }) => url.origin === self.location.origin && isPart(url.pathname), parts);

/** The consoles of the pages for developers are large, and useless without signal. */
function isPart(path: string): boolean {
  return path.startsWith('/assets/') && !path.startsWith('/assets/developers/');
}

/** Keeps what a page loaded before this worker was in charge, so that its screen opens without signal, too. */
async function keepLoaded(paths: readonly string[], event: ExtendableEvent): Promise<void> {
  const unknown = paths.filter((path) => isPart(path) && !precache.getCacheKeyForURL(path));
  await keepAvailable(unknown, (path) => Promise.all(parts.handleAll({ request: new Request(path), event })));
}

/** Removes scripts and styles of former releases. Other names below `/assets/` expire by their number. */
async function removeFormerParts(): Promise<void> {
  const present = new Set(RELEASE.map(({ url }) => new URL(url, self.location.href).pathname));
  const cache = await caches.open('parts');
  const former = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return /^\/assets\/[^/]+\.(js|css)$/.test(pathname) && !present.has(pathname);
  });
  await Promise.all(former.map((request) => cache.delete(request)));
}

registerRoute(
  ({ url }) => url.pathname === '/config.json',
  new NetworkFirst({
    cacheName: 'config',
    networkTimeoutSeconds: NETWORK_TIMEOUT_MS / 1_000,
    plugins: [onlyCacheable],
  }),
);

const accountResponses = new AccountResponses();
registerRoute(
  ({ url }) => url.pathname === '/api/auth/user',
  async ({ request }) => {
    // The queue's requests bypass every cache.
    if (request.cache === 'no-store') return fetchAndReport(request);
    const known = await storedAccount();
    const keep = accountResponses.expect();
    return orElse(
      fetchAndReport(request).then(async (response) => {
        // Where it cannot be stored, the new response counts all the same: the stored one may be another account's.
        await keep(response.clone()).catch(() => undefined);
        return response;
      }),
      known,
    );
  },
);

registerRoute(
  ({ url }) => ['/api/discoveries/nearby', '/api/legal-walls/nearby'].includes(url.pathname),
  async ({ request, url }) => {
    const cache = await caches.open('areas');
    const kept = (await cache.keys()).filter((each) => new URL(each.url).pathname === url.pathname);
    const address = keptListFor(
      request.url,
      kept.map((each) => each.url),
    );
    const known = address === undefined ? undefined : await cache.match(address);
    return orElse(
      fetchAndReport(request).then(async (response) => {
        if (isCacheable(url.pathname, response)) {
          const copy = response.clone();
          await cache.delete(request);
          await cache.put(request, copy);
          await Promise.all(
            kept
              .filter((each) => each.url !== request.url)
              .slice(0, 1 - MAX_AREAS)
              .map((each) => cache.delete(each)),
          );
        }
        return response;
      }),
      known && markKept(known),
    );
  },
);

registerRoute(
  ({ url, request }) =>
    url.origin === self.location.origin && url.pathname.startsWith('/objects/') && request.destination === 'image',
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      onlyCacheable,
      new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true }),
      // Another size of the picture than the requested one.
      { handlerDidError: ({ request }) => anySizeOf(new URL(request.url).pathname) },
    ],
  }),
);

async function anySizeOf(path: string): Promise<Response | undefined> {
  const picture = path.split('/').slice(0, 3).join('/');
  const cache = await caches.open('pictures');
  for (const size of ['/large', '/medium', '/small', '']) {
    const found = await cache.match(picture + size);
    if (found) return found;
  }
  return undefined;
}

/** The response of the network; `kept`, if there is none in time. */
async function orElse(network: Promise<Response>, kept: Response | undefined): Promise<Response> {
  if (!kept) return network;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), NETWORK_TIMEOUT_MS));
  return Promise.race([network.catch(() => kept), late]);
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as { type?: string; paths?: string[] } | null;
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message?.type === LOADED) event.waitUntil(keepLoaded(message.paths ?? [], event));
});
showPushMessages(self);
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('activate', (event) => event.waitUntil(removeFormerParts()));
// An earlier worker did not check what it kept.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([precache.strategy.cacheName, 'parts', 'config', 'areas', 'pictures'].map(removeUncacheable)),
  ),
);

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync' as 'message', (event) => {
  const { tag } = event as unknown as SyncEvent;
  if (tag === SYNC_TAG) event.waitUntil(sendAll());
});

/** A failure makes the browser try again later. */
async function sendAll(): Promise<void> {
  const results = await sendQueue();
  if ([...results.values()].some((result) => result.kind === 'later' && result.status !== 401))
    throw new Error('Some works have to wait.');
}
