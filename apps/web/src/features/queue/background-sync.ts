export const SYNC_TAG = 'send-queue';

/** Not in all browsers, and so not in TypeScript's. */
interface Syncs {
  sync?: { register(tag: string): Promise<void> };
}

/** Where the browser has it, the service worker sends the queue as soon as there is signal, even with no tab open. */
export async function requestBackgroundSync(): Promise<void> {
  const registration: (ServiceWorkerRegistration & Syncs) | undefined =
    await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(SYNC_TAG);
}
