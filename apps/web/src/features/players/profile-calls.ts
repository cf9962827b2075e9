import type { ArtItem } from '../../api/types';
import { bodyOf, api } from '../../api/http';

/** `imageUrl` is the address that the file was sent to. */
export type NewArt = Pick<ArtItem, 'imageUrl' | 'title' | 'artType'> & { description: string };

export const savePicture = (imageUrl: string) => api.PUT('/api/profile/picture', { body: { imageUrl } });
export const addArt = (art: NewArt) => bodyOf(api.POST('/api/profile/art', { body: art }));
