import { UPLOADS_KEY } from '../upload';

/** Caches of the service worker that hold what an account sees. */
const PERSONAL_CACHES = ['account', 'areas', 'pictures'] as const;
/** Of `PERSONAL_CACHES`: the response of `ACCOUNT_PATH` that was stored last, which says whose data they hold. */
const ACCOUNT_CACHE = PERSONAL_CACHES[0];
const ACCOUNT_PATH = '/api/auth/user';

const ACCOUNT_KEY = 'account';

/** Before the keys of what was typed in this tab; see form-draft.ts. */
export const DRAFTS = 'draft:';

/** Removes what this browser keeps of an account, but for works that wait to be sent and what is documented. */
export async function clearPersonalData(): Promise<void> {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
    await clearAccount();
  } catch {
    // Without storage nothing is kept.
  }
}

/** Nobody is signed in: removes what is left of an account, but for what was typed. What a guest has seen stays. */
export async function clearFormerAccount(): Promise<void> {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) !== null || (await storedAccount())) await clearAccount();
  } catch {
    // Without storage nothing is kept.
  }
}

async function clearAccount(): Promise<void> {
  localStorage.removeItem(ACCOUNT_KEY);
  sessionStorage.removeItem(UPLOADS_KEY);
  await clearCaches();
}

/** What the page stores belongs to `account` from now on: data of another one is removed. */
export async function keepPersonalDataOf(account: string): Promise<void> {
  try {
    if (localStorage.getItem(ACCOUNT_KEY) === account) return;
    sessionStorage.removeItem(UPLOADS_KEY);
    // For caches from before the worker was in charge.
    await keepCachesOf(account);
    localStorage.setItem(ACCOUNT_KEY, account);
  } catch {
    // Without storage nothing is kept.
  }
}

/** Removes the caches if they hold data of another account. */
async function keepCachesOf(account: string): Promise<void> {
  const stored = await storedAccount();
  if (stored && ((await stored.json()) as { id: string }).id !== account) await clearCaches();
}

/** Removes what an account saw from the caches of the service worker. */
async function clearCaches(): Promise<void> {
  if ('caches' in globalThis) await Promise.all(PERSONAL_CACHES.map((name) => caches.delete(name)));
}

export async function storedAccount(): Promise<Response | undefined> {
  return 'caches' in globalThis ? await (await caches.open(ACCOUNT_CACHE)).match(ACCOUNT_PATH) : undefined;
}

/**
 * Has the service worker's caches hold data of one account: of that which the newest response of `/api/auth/user`
 * names.
 */
export class AccountResponses {
  private expected = 0;
  private kept = 0;

  /**
   * Call it when a request is sent.
   * @returns stores its response, after data of another account is removed; one that arrives after that of a later
   *   request counts no more
   */
  expect(): (response: Response) => Promise<void> {
    const number = ++this.expected;
    return async (response) => {
      if (number < this.kept) return;
      this.kept = number;
      // Else the next account would find what this one stored, and no response that says whose it is.
      if (response.status === 401 && (await storedAccount())) await clearCaches();
      if (!response.ok) return;
      await keepCachesOf(((await response.clone().json()) as { id: string }).id);
      await (await caches.open(ACCOUNT_CACHE)).put(ACCOUNT_PATH, response);
    };
  }
}
