import { m } from '#messages';
import { Uppy } from '@uppy/core';
import type { Body, Meta, UppyFile } from '@uppy/core/utils';
import { MAX_BYTES } from './limits';
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
/** One picture, started by hand, within the purpose's size limit. */
export const createUploader = ({ purpose }: { purpose: UploadPurpose }): Uploader =>
  withTus(newUppy(purpose, MAX_BYTES[purpose]), purpose);

/** @param maxBytes null for no limit of the page's own */
export function newUppy(purpose: UploadPurpose, maxBytes: number | null): Uploader {
  const megabytes = MAX_BYTES[purpose] / 1024 / 1024;
  return new Uppy<PictureMeta, PictureBody>({
    autoProceed: false,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: maxBytes, allowedFileTypes: ['image/*'] },
    locale: {
      pluralize: (count) => (count === 1 ? 0 : 1),
      strings: {
        exceedsSize: m.upload_too_large({ megabytes }),
        youCanOnlyUploadFileTypes: m.upload_pictures_only(),
        youCanOnlyUploadX: { 0: m.upload_one_only(), 1: m.upload_one_only() },
      },
    },
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
