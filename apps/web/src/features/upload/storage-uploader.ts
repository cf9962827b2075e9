import AwsS3, { type AwsS3Options } from '@uppy/aws-s3';
import { newUppy, type PictureBody, type PictureMeta, type Uploader } from './create-uploader';
import { MAX_CONCURRENT_REQUESTS, MULTIPART_ABOVE_BYTES, partBytes } from './limits';
import type { UploadPurpose } from './types';

type SignRequest = Extract<AwsS3Options<PictureMeta, PictureBody>, { signRequest: unknown }>['signRequest'];

/**
 * The same widget for an object storage, with files in parts above 100 MB. No screen uses it: our own flow sends files
 * to the media service, so that the build leaves this module out.
 * @param signRequest signs the requests to the storage
 */
export const createStorageUploader = (purpose: UploadPurpose, signRequest: SignRequest): Uploader =>
  newUppy(purpose, null).use(AwsS3<PictureMeta, PictureBody>, {
    signRequest,
    shouldUseMultipart: (file) => (file.size ?? 0) > MULTIPART_ABOVE_BYTES,
    getChunkSize: ({ size }) => partBytes(size),
    limit: MAX_CONCURRENT_REQUESTS,
  });
