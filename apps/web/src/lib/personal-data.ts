/** Caches of the service worker that hold what an account sees. */
const PERSONAL_CACHES = ['account', 'areas', 'pictures'] as const;
/** Of `PERSONAL_CACHES`: the response of `/api/auth/user` that was stored last, which says whose data they hold. */
export const ACCOUNT_CACHE = PERSONAL_CACHES[0];

const ACCOUNT_KEY = 'account';

/** Addresses of unfinished uploads in this tab; see `features/upload`. */
export const UPLOADS_KEY = 'upload-addresses';

/** Removes what this browser keeps of an account, but for works that wait to be sent. */
export async function forgetPersonalData(): Promise<void> {
  try {
    localStorage.removeItem(ACCOUNT_KEY);
    sessionStorage.removeItem(UPLOADS_KEY);
    await forgetCaches();
  } catch {
    // Without storage nothing is kept.
  }
}

/** What the page stores belongs to `account` from now on: data of another one is removed. */
export async function keepPersonalDataOf(account: string): Promise<void> {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) === account) return;
    sessionStorage.removeItem(UPLOADS_KEY);
    await keepCachesOf(account);
    localStorage.setItem(ACCOUNT_KEY, account);
  } catch {
    // Without storage nothing is kept.
  }
}

/**
 * Removes the caches if they hold data of another account. The service worker calls it before it stores the first response
 * for `account`, which stays; the page for caches from before the worker was in charge.
 */
export async function keepCachesOf(account: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  const stored = await (await caches.open(ACCOUNT_CACHE)).match('/api/auth/user');
  if (stored && ((await stored.json()) as { id: string }).id !== account) await forgetCaches();
}

/** Removes what an account saw from the caches of the service worker. */
export async function forgetCaches(): Promise<void> {
  if ('caches' in globalThis) await Promise.all(PERSONAL_CACHES.map((name) => caches.delete(name)));
}
