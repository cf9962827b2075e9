import type { ArtItem } from '../../api/types';
import { answer, api } from '../../lib/http';

/** `imageUrl` is the address that the file was sent to. */
export type NewArt = Pick<ArtItem, 'imageUrl' | 'title' | 'artType'> & { description: string };

export const savePicture = (imageUrl: string) => api.PUT('/api/profile/picture', { body: { imageUrl } });
export const addArt = (art: NewArt) => answer(api.POST('/api/profile/art', { body: art }));
export const removeArt = (id: string) => api.DELETE('/api/profile/art/{id}', { params: { path: { id } } });
export const orderArt = (ids: string[]) => api.PUT('/api/profile/art/order', { body: { ids } });
/** Tells that somebody looked at a work; answers all views, or undefined where it could not be told, which is not worth a word. */
export const countView = (id: string) =>
  answer(api.POST('/api/art/{id}/view', { params: { path: { id } } })).then(({ views }) => views, () => undefined);
