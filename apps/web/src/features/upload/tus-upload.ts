import { m } from '#messages';
import Tus from '@uppy/tus';
import { HttpError, send } from '../../api/http';
import { problemDetail } from '../../api/problems';
import type { PictureBody, PictureFile, PictureMeta, Uploader } from './create-uploader';
import { fingerprint } from './fingerprint';
import { MAX_CONCURRENT_REQUESTS, RETRIES_MS } from './limits';
import type { UploadPurpose } from './types';
import { requestAddress, unfinishedUploads } from './upload-address';

/** Too large, not a picture, damaged: another try ends in the same way. */
const REFUSALS = [413, 415, 422];

/** The address has expired, or its upload was removed: at a new one the file can be sent from its beginning. */
const GONE = [403, 404, 410];

type Failure = Error & { originalResponse?: { getStatus(): number; getBody(): string } | null };

/** Our own flow: request an address, send the file there by tus, and read the picture that the service made of it. */
export function withTus(uppy: Uploader, purpose: UploadPurpose): Uploader {
  const current = (file: { id: string }): PictureFile | undefined => uppy.getFile(file.id);
  /** A file that cannot be read has no unfinished upload; sending it fails with the reason. */
  const keyOf = async ({ data }: PictureFile) =>
    data instanceof Blob
      ? fingerprint(data).then(
          (hash) => `${purpose}:${hash}`,
          () => undefined,
        )
      : undefined;
  const remove = ({ meta: { resumeKey } }: PictureFile) => resumeKey && unfinishedUploads.remove(resumeKey);

  const prepare = async (file: PictureFile) => {
    uppy.emit('preprocess-progress', file, { mode: 'indeterminate', message: m.upload_preparing() });
    try {
      const key = await keyOf(file);
      const known = key && unfinishedUploads.find(key);
      const address = known ?? (await requestAddress(purpose));
      if (key) unfinishedUploads.remember(key, address);
      if (current(file)) uppy.setFileMeta(file.id, { resumeKey: key });
      // HEAD returns how much has arrived at a known address; at a new one the upload is announced.
      if (current(file)) uppy.setFileState(file.id, { tus: { endpoint: address, uploadUrl: known || undefined } });
    } catch (error) {
      if (current(file)) uppy.emit('upload-error', current(file), error as Error);
    }
    if (current(file)) uppy.emit('preprocess-complete', current(file));
  };

  const readPicture = async (file: PictureFile) => {
    if (file.error || !file.response) return;
    const { uploadURL } = file.response;
    remove(file);
    try {
      const body = pictureIn(file) ?? (await pictureAt(uploadURL!));
      uppy.setFileState(file.id, { response: { status: 200, uploadURL, body } });
    } catch (error) {
      uppy.emit('upload-error', current(file), error as Error);
    }
    uppy.emit('postprocess-complete', current(file));
  };

  uppy.addPreProcessor((ids) => Promise.all(uppy.getFilesByIds(ids).map(prepare)));
  uppy.addPostProcessor((ids) => Promise.all(uppy.getFilesByIds(ids).map(readPicture)));
  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    if (!file) return;
    // All bytes are sent; the service makes the picture before it responds.
    if (bytesUploaded === bytesTotal)
      uppy.emit('postprocess-progress', file, { mode: 'indeterminate', message: m.upload_drying() });
    else if (file.progress.postprocess) uppy.emit('postprocess-complete', file);
  });
  uppy.on('upload-error', (file, error) => {
    if (!file || !current(file)) return;
    // A refused file is always refused at the same address.
    if (statusOf(error) < 500) remove(current(file)!);
    uppy.setFileMeta(file.id, {
      isRefused: REFUSALS.includes(statusOf(error)),
      isAddressGone: GONE.includes(statusOf(error)),
    });
    uppy.setFileState(file.id, {
      error: sentenceOf(error),
      progress: { ...current(file)!.progress, postprocess: undefined },
    });
  });
  uppy.on('file-removed', (file) => void remove(file));
  return uppy.use(Tus<PictureMeta, PictureBody>, {
    limit: MAX_CONCURRENT_REQUESTS,
    retryDelays: RETRIES_MS,
    // The service ignores the name and the declared type.
    allowedMetaFields: [],
    // `unfinishedUploads` knows the address.
    storeFingerprintForResuming: false,
  });
}

/** The response to the request that completed the file; none if it was lost and HEAD reported that all has arrived. */
function pictureIn({ response }: PictureFile): PictureBody | undefined {
  const { xhr } = response!.body as unknown as { xhr: XMLHttpRequest };
  return xhr.responseText ? (JSON.parse(xhr.responseText) as PictureBody) : undefined;
}

/** The service repeats its response without reading a body. */
async function pictureAt(address: string): Promise<PictureBody> {
  return (await (await send(address, { method: 'PUT' })).json()) as PictureBody;
}

const responseOf = (error: Failure) => error.originalResponse ?? undefined;

/** 500 and more: worth another try. A connection that was lost counts as such. */
function statusOf(error: Failure): number {
  return error instanceof HttpError ? error.status : (responseOf(error)?.getStatus() ?? 599);
}

/** The message for the player: the server's sentence if there is one. */
function sentenceOf(error: Failure): string {
  const response = responseOf(error);
  const failed = m.upload_failed();
  if (response) return problemDetail(new HttpError(response.getStatus(), response.getBody(), ''), failed);
  return error instanceof HttpError ? problemDetail(error, failed) : m.upload_connection_lost();
}
