import { newIdempotencyKey } from '../../lib/random';
import { formatCoordinates, type LatLng } from '../map';
import { DEFAULT_PIN, type PinType, pinTypeOf } from '../works';

export type Role = 'photographer' | 'artist';

/** Spray Coins a discovery earns by role (product constants); the server decides, these are shown before. */
export const AWARDS: Record<Role, number> = { photographer: 50, artist: 150 };

/** The body that was sent, as JSON with what identifies the photo, and its `Idempotency-Key`. */
export interface Attempt {
  body: string;
  key: string;
}

/** The same body is sent again with the same key, another body with a new key. */
export function attemptFor(body: object, before: Attempt | null): Attempt {
  const text = JSON.stringify(body);
  return before?.body === text ? before : { body: text, key: newIdempotencyKey() };
}

/** Values of the map dialog. */
export interface MapDraft {
  title: string;
  description: string;
  artist: string;
  position: LatLng;
}

/** Place and time from the photo's EXIF; offered, never used without the player's choice. */
export interface PhotoSuggestion {
  place: LatLng | null;
  /** ISO time. */
  takenAt: string | null;
}

export interface UploadedPhoto {
  /** Empty while only `file` has the photo, like `imageUrl`. */
  uploadURL: string;
  imageUrl: string;
  /** Tells photos apart that only `file` has. */
  keptAs?: string;
  thumbhash: string | null;
  suggestion: PhotoSuggestion | null;
  /**
   * The photo itself, kept until the server has the work: an upload can be refused after a sign-in, or not have
   * happened yet.
   */
  file?: Blob;
}

/** Values of the Document Street Art modal. */
export interface DocumentDraft {
  name: string;
  description: string;
  pinType: PinType;
  role: Role;
  fresh: boolean;
  photo: UploadedPhoto | null;
  /**
   * A place of its own: a point of the map, where the photo was taken, or where the player stood when it was
   * first sent. Null: the player's position.
   */
  place: LatLng | null;
  /** When the photo was taken, if the player chose to use it. ISO time. */
  takenAt: string | null;
  /** When it was first sent, so that a second try sends the same body. ISO time. */
  savedAt: string | null;
  /** The last try; null before the first. */
  attempt: Attempt | null;
}

/** A draft that is sent, or was. */
export type SentMapDraft = MapDraft & { attempt: Attempt };
export type SentDocument = DocumentDraft & { place: LatLng; savedAt: string; attempt: Attempt };

export const emptyDocument: DocumentDraft = {
  name: '',
  description: '',
  pinType: DEFAULT_PIN,
  role: 'photographer',
  fresh: false,
  photo: null,
  place: null,
  takenAt: null,
  savedAt: null,
  attempt: null,
};

export const isSamePlace = (a: LatLng | null | undefined, b: LatLng | null | undefined): boolean =>
  Boolean(a && b && a.lat === b.lat && a.lng === b.lng);

/** The draft as it is sent from `place`, now unless it was sent before. */
export function sendable(draft: DocumentDraft, place: LatLng): SentDocument {
  const located = { ...draft, place, savedAt: draft.savedAt ?? new Date().toISOString() };
  return {
    ...located,
    attempt: attemptFor(
      { ...documentPayload(located), photo: draft.photo?.imageUrl || draft.photo?.keptAs },
      draft.attempt,
    ),
  };
}

/** A photo that goes with the work, because it could not be uploaded. */
export const keptPhoto = (file: Blob): UploadedPhoto => ({
  uploadURL: '',
  imageUrl: '',
  keptAs: newIdempotencyKey(),
  thumbhash: null,
  suggestion: null,
  file,
});

/** Whether something would be lost with the draft. */
export const isWorthKeeping = ({
  name,
  description,
  photo,
}: Pick<DocumentDraft, 'name' | 'description' | 'photo'>): boolean =>
  name.trim() !== '' || description.trim() !== '' || photo !== null;

/** The map dialog's payload. */
export const mapPayload = ({ title, description, artist, position }: MapDraft) => ({
  title: title.trim(),
  description: description.trim(),
  artist_name: artist.trim(),
  latitude: position.lat,
  longitude: position.lng,
});

/** The document modal's payload. */
export function documentPayload(draft: DocumentDraft & { place: LatLng; savedAt: string }) {
  const { place } = draft;
  const { wireName: emojiType, emoji: emojiPin } = pinTypeOf(draft.pinType);
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    ...(draft.photo && !draft.photo.file && { imageUrl: draft.photo.uploadURL }),
    emojiPin,
    userRole: draft.role,
    isFreshArt: draft.role === 'artist' && draft.fresh,
    latitude: place.lat,
    longitude: place.lng,
    address: formatCoordinates(place),
    tokensAwarded: AWARDS[draft.role],
    metadata: {
      timestamp: draft.takenAt ?? draft.savedAt,
      coordinates: `${place.lat},${place.lng}`,
      submissionType: draft.role === 'artist' ? ('fresh_artwork' as const) : ('discovery' as const),
      emojiType,
    },
  };
}

export type DocumentBody = ReturnType<typeof documentPayload>;

/** A work as it is sent: by whom, what, under which key. */
export interface WorkToSend {
  owner: string;
  draft: SentDocument;
  body: DocumentBody;
  key: string;
  /** The photo's bytes. */
  photo: Blob | null;
  /** Where they were uploaded before; null if they still have to be. */
  uploadedTo: string | null;
}

/**
 * Stores a work; null if it waits for signal. A stored one has no details where an earlier try had stored it.
 * @param draftId of the stored draft, which is removed as soon as something else keeps the work
 */
export type SendDocument = (
  work: WorkToSend,
  draftId: string,
) => Promise<{ id?: string; tokensAwarded?: number } | null>;
