/** The exports of this feature for other features. */
export type { UploadedPicture } from './types';
export { UPLOADS_KEY } from './upload-address';
