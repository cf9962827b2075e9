/** The exports of this feature for other features. */
export type { UploadedPicture } from './types';
