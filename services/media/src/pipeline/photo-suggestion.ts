import exifr from 'exifr';

/** Place and time of a photo from its EXIF: offered to the player, never published. */
export interface PhotoSuggestion {
  /** Degrees, WGS 84; both null without a usable position. */
  latitude: number | null;
  longitude: number | null;
  /**
   * ISO 8601. With an offset if the camera knew its time zone, in UTC if a GPS receiver gave the
   * time, without either (local time) if it did not know its zone; null without a time.
   */
  takenAt: string | null;
}

const NEEDED = {
  tiff: true,
  ifd0: { pick: [] },
  exif: { pick: ['DateTimeOriginal', 'OffsetTimeOriginal'] },
  gps: true,
  interop: false,
  ifd1: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  makerNote: false,
  userComment: false,
  reviveValues: false,
};

/**
 * Reads the position and time out of a raw EXIF block (`Exif\0\0` and a TIFF structure, or the
 * latter alone). Null if it has neither: a damaged block is no reason to refuse a photo.
 */
export async function photoSuggestion(exif: Buffer | undefined): Promise<PhotoSuggestion | null> {
  if (!exif) return null;
  const tiff = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif;
  const tags = (await exifr.parse(tiff, NEEDED).catch(() => null)) as Record<string, unknown> | null | undefined;
  if (!tags) return null;
  const place = placeOf(tags);
  const takenAt = timeOf(tags);
  return place || takenAt ? { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, takenAt } : null;
}

function placeOf({ latitude, longitude }: Record<string, unknown>): { latitude: number; longitude: number } | null {
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;
  // Cameras without a GPS fix write zeros.
  if (latitude === 0 && longitude === 0) return null;
  return { latitude: toDecimetres(latitude), longitude: toDecimetres(longitude) };
}

/** Six decimals are a tenth of a metre, as the page shows. */
const toDecimetres = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const isWithin = (degrees: unknown, bound: number): degrees is number =>
  typeof degrees === 'number' && Number.isFinite(degrees) && Math.abs(degrees) <= bound;

function timeOf(tags: Record<string, unknown>): string | null {
  const local = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(textOf(tags['DateTimeOriginal']));
  const offset = /^[+-]\d\d:\d\d/.exec(textOf(tags['OffsetTimeOriginal']))?.[0];
  const written = local && `${local[1]}-${local[2]}-${local[3]}T${local[4]}`;
  if (written && offset) return real(written + offset);
  return gpsTimeOf(tags) ?? (written && real(written));
}

function gpsTimeOf(tags: Record<string, unknown>): string | null {
  const day = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(textOf(tags['GPSDateStamp']));
  const time = tags['GPSTimeStamp'];
  if (!day || !Array.isArray(time) || time.length !== 3) return null;
  const clock = time.map((part) => String(Math.floor(Number(part))).padStart(2, '0')).join(':');
  return real(`${day[1]}-${day[2]}-${day[3]}T${clock}Z`);
}

const textOf = (tag: unknown): string => (typeof tag === 'string' ? tag : '');

/** Null for invalid dates and times, such as the zeros of an unset clock. */
const real = (time: string): string | null => (Number.isNaN(Date.parse(time)) ? null : time);
