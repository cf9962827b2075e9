/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { keptListFor, markKept } from './features/discovery/kept-lists';
import { showPushMessages } from './features/notifications/push-worker';
import { SYNC_TAG } from './features/queue/background-sync';
import { sendQueue } from './features/queue/send-queue';
import { NETWORK_CHANNEL } from './lib/network-channel';
import { AccountResponses, storedAccount } from './lib/personal-data';

/*
 * The service worker: the page opens without signal, with the last area's list and its pictures, and what was
 * documented is sent in the background. A new one waits until the player asks for it (features/offline).
 */

declare const self: ServiceWorkerGlobalScope;

/** After this time a weak network counts as none, where there is something to show instead. */
const NETWORK_TIMEOUT_MS = 5_000;
/** Lists around a place that are kept, of each kind. */
const MAX_AREAS = 6;
const MAX_PICTURES = 300;

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

// The document comes from the network, so that its headers and its scripts are the newest; the kept one is for no network.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const shell = await matchPrecache('/index.html');
      return orElse(fetchAndReport(request), shell);
    },
    { denylist: [/^\/(api|oidc|dev|graphql|objects|metrics)(\/|$)/, /\.\w+$/] },
  ),
);

// The page looks whether a part's file can be had before it imports it.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  async ({ request, url }) => ((await matchPrecache(url.pathname)) ?? (await caches.match(url.pathname)) ? new Response() : fetch(request)),
  'HEAD',
);
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'parts', plugins: [new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })] }),
);

registerRoute(({ url }) => url.pathname === '/config.json', new NetworkFirst({ cacheName: 'config', networkTimeoutSeconds: NETWORK_TIMEOUT_MS / 1_000 }));

const accountResponses = new AccountResponses();
registerRoute(({ url }) => url.pathname === '/api/auth/user', async ({ request }) => {
  // The queue's requests bypass every cache.
  if (request.cache === 'no-store') return fetchAndReport(request);
  const known = await storedAccount();
  const keep = accountResponses.expect();
  return orElse(fetchAndReport(request).then(async (response) => {
    // Where it cannot be stored, the new response counts all the same: the stored one may be another account's.
    await keep(response.clone()).catch(() => undefined);
    return response;
  }), known);
});

registerRoute(({ url }) => ['/api/discoveries/nearby', '/api/legal-walls/nearby'].includes(url.pathname), async ({ request, url }) => {
  const cache = await caches.open('areas');
  const kept = (await cache.keys()).filter((each) => new URL(each.url).pathname === url.pathname);
  const address = keptListFor(request.url, kept.map((each) => each.url));
  const known = address === undefined ? undefined : await cache.match(address);
  return orElse(
    fetchAndReport(request).then(async (response) => {
      if (response.ok) {
        const copy = response.clone();
        await cache.delete(request);
        await cache.put(request, copy);
        await Promise.all(kept.filter((each) => each.url !== request.url).slice(0, 1 - MAX_AREAS).map((each) => cache.delete(each)));
      }
      return response;
    }),
    known && markKept(known),
  );
});

registerRoute(
  ({ url, request }) => url.origin === self.location.origin && url.pathname.startsWith('/objects/') && request.destination === 'image',
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true }),
      // Another size of the picture than the one that this part of the page wants.
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

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
showPushMessages(self);
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
  if ([...results.values()].some((result) => result.kind === 'later' && result.status !== 401)) throw new Error('Some works have to wait.');
}
