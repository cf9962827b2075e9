import { m } from '#messages';
import AwsS3, { type AwsS3Options } from '@uppy/aws-s3';
import { Uppy } from '@uppy/core';
import type { Body, Meta, UppyFile } from '@uppy/core/utils';
import { MAX_BYTES, MAX_CONCURRENT_REQUESTS, MULTIPART_ABOVE_BYTES, partBytes } from './limits';
import { withTus } from './tus-upload';
import type { UploadedPicture, UploadPurpose } from './types';

/** The media service's response to a finished upload; another storage has none. */
export interface PictureBody extends Body, Partial<Omit<UploadedPicture, 'uploadURL'>> {}

export interface PictureMeta extends Meta {
  /** The last failure was about the file itself. */
  isRefused?: boolean;
  /** The last failure was about the address: the server has removed what had arrived there. */
  isAddressGone?: boolean;
  /** Key of the unfinished upload, by the file's purpose and content. */
  resumeKey?: string;
}

export type Uploader = Uppy<PictureMeta, PictureBody>;
export type PictureFile = UppyFile<PictureMeta, PictureBody>;
type SignRequest = Extract<AwsS3Options<PictureMeta, PictureBody>, { signRequest: unknown }>['signRequest'];

interface UploaderOptions {
  purpose: UploadPurpose;
  /**
   * Signs requests to an object storage; with it files are sent there, in parts above 100 MB. Our own flow has none.
   */
  signRequest?: SignRequest;
}

/** One picture, started by hand, within the purpose's size limit. */
export function createUploader({ purpose, signRequest }: UploaderOptions): Uploader {
  const megabytes = MAX_BYTES[purpose] / 1024 / 1024;
  const uppy: Uploader = new Uppy<PictureMeta, PictureBody>({
    autoProceed: false,
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: signRequest ? null : MAX_BYTES[purpose],
      allowedFileTypes: ['image/*'],
    },
    locale: {
      pluralize: (count) => (count === 1 ? 0 : 1),
      strings: {
        exceedsSize: m.upload_too_large({ megabytes }),
        youCanOnlyUploadFileTypes: m.upload_pictures_only(),
        youCanOnlyUploadX: { 0: m.upload_one_only(), 1: m.upload_one_only() },
      },
    },
  });
  if (!signRequest) return withTus(uppy, purpose);
  return uppy.use(AwsS3<PictureMeta, PictureBody>, {
    signRequest,
    shouldUseMultipart: (file) => (file.size ?? 0) > MULTIPART_ABOVE_BYTES,
    getChunkSize: ({ size }) => partBytes(size),
    limit: MAX_CONCURRENT_REQUESTS,
  });
}

/** Uploads the chosen file; begins once more by itself where the server has removed an unfinished upload. */
export async function runUpload(
  uppy: Uploader,
  run: () => ReturnType<Uploader['upload']>,
): ReturnType<Uploader['upload']> {
  const result = await run();
  const isGone = result?.failed?.some((file) => file.meta.isAddressGone);
  return isGone ? uppy.retryAll() : result;
}

/** Reads the result of a finished upload: the picture of the successful entry, or why it failed. */
export function readResult(result: Awaited<ReturnType<Uploader['upload']>>): {
  picture?: UploadedPicture;
  error?: Error;
} {
  const [failed] = result?.failed ?? [];
  if (failed) return { error: new Error(failed.error ?? m.upload_failed()) };
  const [successful] = result?.successful ?? [];
  const uploadURL = successful?.uploadURL ?? successful?.response?.uploadURL;
  if (!uploadURL) return {};
  const body = successful?.response?.body;
  return {
    picture: {
      uploadURL,
      imageUrl: body?.imageUrl ?? uploadURL,
      thumbhash: body?.thumbhash ?? null,
      width: body?.width ?? null,
      height: body?.height ?? null,
      suggestion: body?.suggestion ?? null,
    },
  };
}
