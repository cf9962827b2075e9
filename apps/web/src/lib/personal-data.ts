/** Caches of the service worker that hold what an account sees. */
export const PERSONAL_CACHES = ['account', 'areas', 'pictures'] as const;

const ACCOUNT_KEY = 'account';

/** Addresses of unfinished uploads in this tab; see `features/upload`. */
export const UPLOADS_KEY = 'upload-addresses';

/** Removes what this browser keeps of an account, but for works that wait to be sent. */
export async function forgetPersonalData(): Promise<void> {
  try {
    localStorage.removeItem(ACCOUNT_KEY);
    sessionStorage.removeItem(UPLOADS_KEY);
    if ('caches' in globalThis) await Promise.all(PERSONAL_CACHES.map((name) => caches.delete(name)));
  } catch {
    // Without storage nothing is kept.
  }
}

/** Stored data belongs to `account` from now on: data of another one is removed. */
export async function keepPersonalDataOf(account: string): Promise<void> {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) === account) return;
    await forgetPersonalData();
    localStorage.setItem(ACCOUNT_KEY, account);
  } catch {
    // Without storage nothing is kept.
  }
}
