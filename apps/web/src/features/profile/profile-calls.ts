import type { ArtItem } from '../../api/types';
import { bodyOf, api } from '../../lib/http';

/** `imageUrl` is the address that the file was sent to. */
export type NewArt = Pick<ArtItem, 'imageUrl' | 'title' | 'artType'> & { description: string };

export const savePicture = (imageUrl: string) => api.PUT('/api/profile/picture', { body: { imageUrl } });
export const addArt = (art: NewArt) => bodyOf(api.POST('/api/profile/art', { body: art }));
export const removeArt = (id: string) => api.DELETE('/api/profile/art/{id}', { params: { path: { id } } });
export const orderArt = (ids: string[]) => api.PUT('/api/profile/art/order', { body: { ids } });
/** Counts a view of a work and returns the number of views; undefined if the request failed, which is not shown. */
export const countView = (id: string) =>
  bodyOf(api.POST('/api/art/{id}/view', { params: { path: { id } } })).then(({ views }) => views, () => undefined);
