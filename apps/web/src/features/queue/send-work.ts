import type { QueuedWork } from './queue-store';

/** What became of one attempt. */
export type Sent =
  | { kind: 'sent'; discovery: { id: string; tokensAwarded?: number } | null }
  /** The server does not take it as it is; nothing of it was stored. */
  | { kind: 'refused'; status: number; body: string }
  /** It waits: for a network (without a status), for the server, or for a sign-in. */
  | { kind: 'later'; status: number | null; body: string }
  /** Another account is signed in. */
  | { kind: 'not-theirs' };

type Save = (change: Partial<QueuedWork>) => Promise<void>;

/** An upload address is valid for 15 minutes; what is left has to be enough for the rest of the photo. */
const ADDRESS_MS = 12 * 60_000;
const MOST_PARTS = 5;
/** Longest wait for a response in milliseconds, and for one to all of a photo: media allows an upload two minutes. */
const RESPONSE_MS = 30_000;
const UPLOAD_MS = 180_000;
const TUS = { 'Tus-Resumable': '1.0.0' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** The id of the account that is signed in now, past every cache; or why that is not known. */
export const signedInAccount = (): Promise<string | Sent> =>
  unlessCut<string>(async () => {
    const response = await call('/api/auth/user', { credentials: 'include', cache: 'no-store' });
    return response.ok ? ((await response.json()) as { id: string }).id : { kind: 'later', status: response.status, body: await response.text() };
  });

/**
 * Sends one work: its photo first, then the work under its key. Whatever is interrupted goes on from there, and the
 * key makes sure that it is stored once. The server refuses it where another account has signed in meanwhile. Plain
 * fetch, because the service worker does it too.
 */
export const sendWork = (work: QueuedWork, save: Save): Promise<Sent> =>
  unlessCut<Sent>(async () => {
    const imageUrl = work.photo ? await uploadPhoto(work.photo, work, save) : undefined;
    await save({ unsureSince: work.unsureSince ?? Date.now() });
    const response = await call('/api/discoveries', {
      method: 'POST', credentials: 'include', headers: { ...JSON_TYPE, ...expecting(work), 'Idempotency-Key': work.key }, body: JSON.stringify({ ...work.body, ...(imageUrl && { imageUrl }) }),
    });
    if (response.ok) return { kind: 'sent', discovery: (await response.json()) as { id: string; tokensAwarded?: number } };
    const outcome = await outcomeOf(response);
    // The key belongs to this work alone: an earlier try of it was stored.
    if (outcome.kind === 'refused' && /"IDEMPOTENCY_KEY_REUSED"/.test(outcome.body)) return { kind: 'sent', discovery: null };
    if (outcome.kind === 'refused') await save({ unsureSince: null });
    if (outcome.kind === 'not-theirs') await save({ unsureSince: work.unsureSince });
    return outcome;
  });

/** What `run` returns; that it has to wait where the network breaks off. */
async function unlessCut<T>(run: () => Promise<T | Sent>): Promise<T | Sent> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Stopped) return error.outcome;
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return { kind: 'later', status: null, body: '' };
    throw error;
  }
}

/** Whose request it is: the server refuses it by the session of anyone else. */
const expecting = ({ owner }: QueuedWork) => ({ 'Expected-Account': owner });

const call = (address: string, init: RequestInit, longest = RESPONSE_MS) => fetch(address, { ...init, signal: AbortSignal.timeout(longest) });

/** Ends an attempt from within its upload. */
class Stopped extends Error {
  constructor(readonly outcome: Sent) {
    super('The photo could not be uploaded.');
  }
}

/** Uploads the photo by tus, from where an earlier attempt stopped; returns its address. */
async function uploadPhoto(photo: Blob, work: QueuedWork, save: Save): Promise<string> {
  const known = work.upload;
  if (known?.isComplete) return known.address;
  let upload = known && Date.now() - known.at < ADDRESS_MS ? known : await requestAddress(work, save);
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const offset = await offsetOf(upload.address, photo.size, save);
    if (offset === null) {
      upload = await requestAddress(work, save);
      continue;
    }
    if (offset < photo.size) {
      const part = await call(upload.address, {
        method: 'PATCH', headers: { ...TUS, 'Upload-Offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body: photo.slice(offset),
      }, UPLOAD_MS);
      if (part.status === 409 || part.status === 204) continue;
      await mustBeOk(part, save);
    }
    await save({ upload: { ...upload, isComplete: true } });
    return upload.address;
  }
  throw new Stopped({ kind: 'later', status: 409, body: '' });
}

async function requestAddress(work: QueuedWork, save: Save): Promise<NonNullable<QueuedWork['upload']>> {
  const response = await call('/api/objects/upload', { method: 'POST', credentials: 'include', headers: expecting(work) });
  if (!response.ok) throw new Stopped(await outcomeOf(response));
  const { uploadURL: address } = (await response.json()) as { uploadURL: string };
  const upload = { address, at: Date.now(), isComplete: false };
  await save({ upload });
  return upload;
}

/** How much of the photo has arrived; announces it first where nothing has. Null: the address is not valid any more. */
async function offsetOf(address: string, bytes: number, save: Save): Promise<number | null> {
  const progress = await call(address, { method: 'HEAD', headers: TUS });
  if (progress.ok) return Number(progress.headers.get('upload-offset'));
  const begun = await call(address, { method: 'POST', headers: { ...TUS, 'Upload-Length': String(bytes) } });
  if (begun.status === 403 || begun.status === 404) return null;
  await mustBeOk(begun, save);
  return Number(begun.headers.get('upload-offset'));
}

async function mustBeOk(response: Response, save: Save): Promise<void> {
  if (response.ok) return;
  // The next attempt asks for a new address.
  if (response.status < 500) await save({ upload: null });
  throw new Stopped(await outcomeOf(response));
}

/** Statuses that say nothing about the work itself: sign in, wait for the first try, slow down. */
const PASSING = [401, 408, 425, 429];

async function outcomeOf(response: Response): Promise<Sent> {
  const body = await response.text();
  if (/"OTHER_ACCOUNT"/.test(body)) return { kind: 'not-theirs' };
  const passes = response.status >= 500 || PASSING.includes(response.status) || /"IDEMPOTENCY_KEY_RUNNING"/.test(body);
  return { kind: passes ? 'later' : 'refused', status: response.status, body };
}
