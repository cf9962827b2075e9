/** What other features use of this one. */
export type { UploadedPicture } from './types';
