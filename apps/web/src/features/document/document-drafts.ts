import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { newIdempotencyKey } from '../../lib/random';
import { DRAFTS } from '../session';
import type { DocumentDraft } from './drafts';

/** A work that is being documented on this device. */
export interface StoredDraft {
  id: string;
  /** Id of the account, or the name of a guest's tab. */
  owner: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  draft: DocumentDraft;
}

interface Schema extends DBSchema {
  /** Without the photos' bytes, which change less often than the text. */
  drafts: { key: string; value: StoredDraft };
  photos: { key: string; value: Blob };
}

const DAY_MS = 86_400_000;
/** An account's drafts are kept for 30 days, a guest's for one: a guest's tab has no other end. */
const LIFETIME_MS = { account: 30 * DAY_MS, guest: DAY_MS };
const GUEST = 'guest:';
const GUEST_KEY = 'guest-drafts';
/** The account that this tab had before its contact was confirmed. It is forgotten with what was typed. */
const PENDING_KEY = `${DRAFTS}pending`;

let database: Promise<IDBPDatabase<Schema>> | undefined;

function opened(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('drafts', 1, {
    upgrade: (created) => {
      created.createObjectStore('drafts', { keyPath: 'id' });
      created.createObjectStore('photos');
    },
    blocking: (_now, _blocked, event) => {
      database = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      database = undefined;
    },
  });
  database.catch(() => {
    database = undefined;
  });
  return database;
}

/** Photos by draft that were stored by this tab: one is written again only when it is another. */
const written = new Map<string, Blob | undefined>();

/**
 * What was typed in the Document Street Art modal, and its photo, until the work is in the queue or on the server. It
 * survives the tab. Nothing is kept where the browser has no IndexedDB.
 */
export const documentDrafts = {
  /** Resolves when the draft is on the disk, or cannot be. */
  async save(id: string, owner: string, draft: DocumentDraft): Promise<void> {
    await inOrder(async () => {
      const transaction = (await opened()).transaction(['drafts', 'photos'], 'readwrite', { durability: 'strict' });
      const file = draft.photo?.file;
      const photo = draft.photo && withoutFile(draft.photo);
      const photos = transaction.objectStore('photos');
      const changes = [
        transaction.objectStore('drafts').put({ id, owner, at: Date.now(), draft: { ...draft, photo } }),
        transaction.done,
      ];
      if (!file) changes.push(photos.delete(id));
      else if (written.get(id) !== file) changes.push(photos.put(file, id));
      await Promise.all(changes);
      written.set(id, file);
    });
  },

  /** A draft with its photo. Null if it is not there. */
  get: (id: string): Promise<StoredDraft | null> =>
    orNothing(async () => withPhoto(await (await opened()).get('drafts', id))),

  /** The newest draft of these owners that is not open in another tab. */
  find: (owners: readonly string[]): Promise<StoredDraft | null> =>
    orNothing(async () => {
      await removeExpired();
      const taken = await openElsewhere();
      const theirs = (await (await opened()).getAll('drafts')).filter(
        ({ id, owner }) => owners.includes(owner) && !taken.has(lockOf(id)),
      );
      return withPhoto(theirs.sort((one, other) => other.at - one.at)[0]);
    }),

  /** How many drafts these owners have on this device. */
  count: async (owners: readonly string[]): Promise<number> =>
    (await orNothing(
      async () => (await (await opened()).getAll('drafts')).filter(({ owner }) => owners.includes(owner)).length,
    )) ?? 0,

  async remove(id: string): Promise<void> {
    await inOrder(async () => {
      written.delete(id);
      const transaction = (await opened()).transaction(['drafts', 'photos'], 'readwrite');
      await Promise.all([
        transaction.objectStore('drafts').delete(id),
        transaction.objectStore('photos').delete(id),
        transaction.done,
      ]);
    });
  },

  async removeOf(owners: readonly string[]): Promise<void> {
    const all = (await orNothing(async () => (await opened()).getAll('drafts'))) ?? [];
    for (const { id, owner } of all) if (owners.includes(owner)) await documentDrafts.remove(id);
  },

  /** Tells other tabs that the draft is open here, until the returned function is called. */
  hold(id: string): () => void {
    if (!('locks' in navigator)) return () => undefined;
    let release!: () => void;
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(lockOf(id), () => isHeld);
    return release;
  },
};

export const newDraftId = newIdempotencyKey;

/**
 * Whose drafts the player of this tab finds: their own, those of the guest they were, and of their account before a
 * code merged it into this one.
 */
export const draftOwners = (account: string | undefined): string[] =>
  [account, knownGuest(), formerPending()].filter((owner) => owner !== undefined);

/** A code may merge this account into one that the player has already: its drafts are found after that. */
export function rememberPending(account: string): void {
  try {
    sessionStorage.setItem(PENDING_KEY, account);
  } catch {
    // Then its drafts stay with it.
  }
}

function formerPending(): string | undefined {
  try {
    return sessionStorage.getItem(PENDING_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The owner of this tab's drafts of a guest; undefined if it has none. */
function knownGuest(): string | undefined {
  try {
    return sessionStorage.getItem(GUEST_KEY) ?? undefined;
  } catch {
    return GUEST;
  }
}

/** The owner of a guest's drafts: this tab, also after a reload. */
export function guestOwner(): string {
  const known = knownGuest();
  if (known) return known;
  try {
    const created = GUEST + newIdempotencyKey();
    sessionStorage.setItem(GUEST_KEY, created);
    return created;
  } catch {
    return GUEST;
  }
}

const lockOf = (id: string) => `draft:${id}`;

/** The locks of all tabs. Where the browser has none, as on plain-http addresses, a draft is offered in each tab. */
async function openElsewhere(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name!));
}

async function removeExpired(): Promise<void> {
  for (const { id, owner, at } of await (await opened()).getAll('drafts')) {
    if (Date.now() - at > LIFETIME_MS[owner.startsWith(GUEST) ? 'guest' : 'account']) await documentDrafts.remove(id);
  }
}

async function withPhoto(stored: StoredDraft | undefined): Promise<StoredDraft | null> {
  if (!stored) return null;
  const { photo } = stored.draft;
  const file = photo ? await (await opened()).get('photos', stored.id) : undefined;
  written.set(stored.id, file);
  if (!photo || !file) return { ...stored, draft: { ...stored.draft, photo: photo?.uploadURL ? photo : null } };
  return { ...stored, draft: { ...stored.draft, photo: { ...photo, file } } };
}

function withoutFile<Photo extends { file?: Blob }>({ file: _, ...photo }: Photo): Omit<Photo, 'file'> {
  return photo;
}

let last: Promise<unknown> = Promise.resolve();

/** One change after the other: `written` has to tell what is on the disk. */
function inOrder<T>(run: () => Promise<T>): Promise<T | null> {
  const next = last.then(() => orNothing(run));
  last = next;
  return next;
}

/** The result of `run`; null where the browser stores nothing, as in some private windows. */
async function orNothing<T>(run: () => Promise<T>): Promise<T | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    return await run();
  } catch {
    return null;
  }
}
