import type { ArtItem } from '../../api/types';

export type ArtType = ArtItem['artType'];

/** What an artwork is; the gallery's dialog begins with the first. */
export const ART_TYPES: readonly [ArtType, ...ArtType[]] = ['graffiti', 'digital', 'photo', 'sketch'];
