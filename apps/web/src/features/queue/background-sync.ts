export const SYNC_TAG = 'send-queue';

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Where the browser has it, the service worker sends the queue as soon as there is signal, even with no tab open. */
export async function askForBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration());
  await registration?.sync?.register(SYNC_TAG);
}
