import { m } from '#messages';
import type { Discovery, LegalWall } from '../../api/types';
import type { Pin } from '../map';
import { wallPin } from '../walls';
import { discoveryPin } from './nearby';

/** One row: what the map shows as a pin, with what the list adds. */
export interface NearbyItem {
  pin: Pin;
  detail: string;
  thumbnail: { src: string; thumbhash: string | null } | null;
  fresh: boolean;
}

export const discoveryItem = (discovery: Discovery): NearbyItem => ({
  pin: discoveryPin(discovery),
  detail: [discovery.artist_name || m.works_artist_unknown(), discovery.year].filter(Boolean).join(' · '),
  thumbnail: discovery.imageUrl ? { src: discovery.imageUrl, thumbhash: discovery.thumbhash ?? null } : null,
  fresh: Boolean(discovery.isFreshArt),
});

export const wallItem = (wall: LegalWall): NearbyItem => ({
  pin: wallPin(wall),
  detail: m.walls_in_list({ city: wall.city }),
  thumbnail: null,
  fresh: false,
});

/** A pin of the map that the list does not have. */
export const pinItem = (pin: Pin): NearbyItem => ({ pin, detail: '', thumbnail: null, fresh: false });
