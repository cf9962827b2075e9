import { PICTURE_SIZES, type PictureSize } from '../pipeline/picture-sizes.js';

/** Key of one size of a picture. The last digits of the id are random and spread the folders. */
export const objectKey = (pictureId: string, size: PictureSize): string => `objects/${pictureId.slice(-2)}/${pictureId}/${size}.webp`;

export const objectKeys = (pictureId: string): string[] => PICTURE_SIZES.map(([size]) => objectKey(pictureId, size));
