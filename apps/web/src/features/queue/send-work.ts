import { HttpError, NoConnection, send } from '../../api/http';
import type { QueuedWork } from './queue-store';

/** Result of one attempt. */
export type Sent =
  | { kind: 'sent'; discovery: { id: string; tokensAwarded?: number } | null }
  /** The server refused it; nothing was stored. */
  | { kind: 'refused'; status: number; body: string }
  /** It waits: for a network (without a status), for the server, or for a sign-in. */
  | { kind: 'later'; status: number | null; body: string }
  /** Another account is signed in. */
  | { kind: 'not-theirs' };

type Save = (change: Partial<QueuedWork>) => Promise<void>;

/** An upload address is valid for 15 minutes; what is left has to be enough for the rest of the photo. */
const ADDRESS_MS = 12 * 60_000;
const MAX_PARTS = 5;
/** Longest wait for a response in milliseconds, and for one to all of a photo: media allows an upload two minutes. */
const RESPONSE_MS = 30_000;
const UPLOAD_MS = 180_000;
/** The address has expired, or its upload was removed. */
const GONE = [403, 404, 410];
const TUS = { 'Tus-Resumable': '1.0.0' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** The id of the account that is signed in now, past every cache; or why that is not known. */
export const signedInAccount = (): Promise<string | Sent> =>
  unlessCut<string>(async () => {
    try {
      const response = await call('/api/auth/user', { cache: 'no-store' });
      return ((await response.json()) as { id: string }).id;
    } catch (error) {
      if (error instanceof HttpError) return { kind: 'later', status: error.status, body: error.body };
      throw error;
    }
  });

/**
 * Sends one work: its photo first, then the work under its key. After an interruption it resumes from
 * there, and the key makes sure that the work is stored once. The server rejects it if another account has signed in
 * meanwhile. The service worker does it too.
 */
export const sendWork = (work: QueuedWork, save: Save): Promise<Sent> =>
  unlessCut<Sent>(async () => {
    const imageUrl = work.photo ? await uploadPhoto(work.photo, work, save) : undefined;
    await save({ unsureSince: work.unsureSince ?? Date.now() });
    try {
      return await post(work, imageUrl);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      // It was uploaded under another account or too long ago; the bytes are still here.
      if (work.photo && work.upload?.isComplete && isPictureUnusable(error)) {
        await save({ upload: null });
        return sendWork({ ...work, upload: null }, save);
      }
      // The key belongs to this work alone: an earlier try of it was stored.
      if (error.problem.code === 'IDEMPOTENCY_KEY_REUSED') return { kind: 'sent', discovery: null };
      const outcome = outcomeOf(error);
      if (outcome.kind === 'refused') await save({ unsureSince: null });
      if (outcome.kind === 'not-theirs') await save({ unsureSince: work.unsureSince });
      return outcome;
    }
  });

async function post({ body, key, owner }: QueuedWork, imageUrl: string | undefined): Promise<Sent> {
  const response = await call('/api/discoveries', {
    method: 'POST',
    headers: { ...JSON_TYPE, ...expecting({ owner }), 'Idempotency-Key': key },
    body: JSON.stringify({ ...body, ...(imageUrl && { imageUrl }) }),
  });
  return { kind: 'sent', discovery: (await response.json()) as { id: string; tokensAwarded?: number } };
}

/** Whether the server refused the upload, not the picture: the same file can be uploaded again. */
const isPictureUnusable = ({ problem: { code, errors } }: HttpError) =>
  [code, ...(errors ?? []).map((fault) => fault.code)].some(
    (each) => each === 'PICTURE_NOT_YOURS' || each === 'PICTURE_EXPIRED',
  );

/** The result of `run`; `later` if the network fails. */
async function unlessCut<T>(run: () => Promise<T | Sent>): Promise<T | Sent> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof HttpError) return outcomeOf(error);
    if (error instanceof UploadOffsetChanged) return { kind: 'later', status: 409, body: '' };
    // A response can break off in its middle, too.
    if (
      error instanceof NoConnection ||
      error instanceof TypeError ||
      (error instanceof DOMException && error.name === 'TimeoutError')
    )
      return { kind: 'later', status: null, body: '' };
    throw error;
  }
}

/** Header with the account of the request: the server refuses it for a session of another account. */
const expecting = ({ owner }: Pick<QueuedWork, 'owner'>) => ({ 'Expected-Account': owner });

/** A 401 does not redirect: the work waits until the player signs in. */
const call = (address: string, init: RequestInit, longest = RESPONSE_MS) =>
  send(address, { ...init, on401: 'leave', signal: AbortSignal.timeout(longest) });

/** To an upload's address, which stands for the account by itself. */
const callUpload = (
  address: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
  longest?: number,
) => call(address, { ...init, credentials: 'same-origin', headers: { ...TUS, ...headers } }, longest);

/** Other attempts moved the offset of the photo again and again. */
class UploadOffsetChanged extends Error {}

/**
 * Uploads the photo by tus, from where an earlier attempt stopped; returns its address. tus-js-client 4 cannot do it:
 * its module reads `window` when it is loaded, and it sends by XMLHttpRequest; a service worker has neither.
 */
async function uploadPhoto(photo: Blob, work: QueuedWork, save: Save): Promise<string> {
  const known = work.upload;
  if (known?.isComplete) return known.address;
  let upload = known && Date.now() - known.at < ADDRESS_MS ? known : await requestAddress(work, save);
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const offset = await offsetOf(upload.address, photo.size, save);
    if (offset === null) {
      upload = await requestAddress(work, save);
      continue;
    }
    if (offset < photo.size && !(await sendRest(upload.address, photo, offset, save))) continue;
    await save({ upload: { ...upload, isComplete: true } });
    return upload.address;
  }
  throw new UploadOffsetChanged('The photo could not be uploaded.');
}

/** Whether the server confirmed the whole photo; if not, a HEAD request reads how much has arrived. */
async function sendRest(address: string, photo: Blob, offset: number, save: Save): Promise<boolean> {
  try {
    const { status } = await callUpload(
      address,
      {
        method: 'PATCH',
        headers: { 'Upload-Offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: photo.slice(offset),
      },
      UPLOAD_MS,
    );
    return status !== 204;
  } catch (error) {
    if (error instanceof HttpError && [409, ...GONE].includes(error.status)) return false;
    throw await forgetting(error, save);
  }
}

async function requestAddress(work: QueuedWork, save: Save): Promise<NonNullable<QueuedWork['upload']>> {
  const response = await call('/api/objects/upload', { method: 'POST', headers: expecting(work) });
  const { uploadURL: address } = (await response.json()) as { uploadURL: string };
  const upload = { address, at: Date.now(), isComplete: false };
  await save({ upload });
  return upload;
}

/** How much of the photo has arrived; announces it first where nothing has. Null: the address is not valid any more. */
async function offsetOf(address: string, bytes: number, save: Save): Promise<number | null> {
  const offset = ({ headers }: Response) => Number(headers.get('upload-offset'));
  try {
    return offset(await callUpload(address, { method: 'HEAD' }));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
  try {
    return offset(await callUpload(address, { method: 'POST', headers: { 'Upload-Length': String(bytes) } }));
  } catch (error) {
    if (error instanceof HttpError && GONE.includes(error.status)) return null;
    throw await forgetting(error, save);
  }
}

/** The same error; after a refusal the next attempt asks for a new address. */
async function forgetting(error: unknown, save: Save): Promise<unknown> {
  if (error instanceof HttpError && error.status < 500) await save({ upload: null });
  return error;
}

/** Statuses that are not about the work itself: sign in, wait for the first try, slow down. */
const PASSING = [401, 408, 425, 429];

function outcomeOf({ status, body, problem: { code } }: HttpError): Sent {
  if (code === 'OTHER_ACCOUNT') return { kind: 'not-theirs' };
  const passes = status >= 500 || PASSING.includes(status) || code === 'IDEMPOTENCY_KEY_RUNNING';
  return { kind: passes ? 'later' : 'refused', status, body };
}
