import { formatCoordinates } from '../map/distance';
import type { LatLng } from '../map/map-port';
import { DEFAULT_PIN, type PinType, pinTypeOf } from './pin-types';

export type Role = 'photographer' | 'artist';

/** Spray Coins a discovery earns by role (product constants); the server decides, this is what it is asked for. */
export const AWARDS: Record<Role, number> = { photographer: 50, artist: 150 };

export const roleNames: Record<Role, string> = { photographer: 'Photographer', artist: 'Artist' };

/** What is typed into the map dialog. */
export interface MapDraft {
  title: string;
  description: string;
  artist: string;
  position: LatLng;
}

export interface UploadedPhoto {
  uploadURL: string;
  imageUrl: string;
  thumbhash: string | null;
}

/** What is typed into the Document Street Art modal. */
export interface DocumentDraft {
  name: string;
  description: string;
  pinType: PinType;
  role: Role;
  fresh: boolean;
  photo: UploadedPhoto | null;
  /** A place of its own: a point of the map, or where the photo was taken. Null: where the player stands. */
  place: LatLng | null;
  /** When the photo was taken, where the player took over what the photo says. ISO time. */
  takenAt: string | null;
  /** When it was first sent, so that a second try sends the same body under the same key. ISO time. */
  savedAt: string | null;
}

export const emptyDocument: DocumentDraft = {
  name: '', description: '', pinType: DEFAULT_PIN, role: 'photographer', fresh: false, photo: null, place: null, takenAt: null, savedAt: null,
};

/** The map dialog's payload. */
export const mapPayload = ({ title, description, artist, position }: MapDraft) => ({
  title: title.trim(),
  description: description.trim(),
  artist_name: artist.trim(),
  latitude: position.lat,
  longitude: position.lng,
});

/** The document modal's payload for a discovery at `position`, saved at `now`. */
export function documentPayload(draft: DocumentDraft, position: LatLng, now: Date) {
  const { name: emojiType, emoji: emojiPin } = pinTypeOf(draft.pinType);
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    ...(draft.photo && { imageUrl: draft.photo.uploadURL }),
    emojiPin,
    userRole: draft.role,
    isFreshArt: draft.role === 'artist' && draft.fresh,
    latitude: position.lat,
    longitude: position.lng,
    address: formatCoordinates(position),
    tokensAwarded: AWARDS[draft.role],
    metadata: {
      timestamp: draft.takenAt ?? now.toISOString(),
      coordinates: `${position.lat},${position.lng}`,
      submissionType: draft.role === 'artist' ? ('fresh_artwork' as const) : ('discovery' as const),
      emojiType,
    },
  };
}
