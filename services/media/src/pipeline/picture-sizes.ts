export type PictureSize = 'small' | 'medium' | 'large';

/** Longest edge of each size in pixels, the largest first: each is made from the one before it. */
export const PICTURE_SIZES: readonly [PictureSize, number][] = [
  ['large', 1600],
  ['medium', 800],
  ['small', 320],
];

export const LARGEST_EDGE = PICTURE_SIZES[0]![1];
