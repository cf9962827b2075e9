import exifReader from 'exifreader';

/** Place and time of a photo from its EXIF: offered to the player, never published. */
export interface PhotoSuggestion {
  /** Degrees, WGS 84; both null without a usable position. */
  latitude: number | null;
  longitude: number | null;
  /**
   * ISO 8601. With an offset if the camera knew its time zone, without one (local time) if it did not,
   * in UTC if only a GPS receiver gave the time; null without a time.
   */
  takenAt: string | null;
}

const USED_TAGS = [
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSDateStamp',
  'GPSTimeStamp',
] as const;

/** As many as a JPEG can hold. Longer blocks of other formats could keep the library busy for seconds. */
const MAX_EXIF_BYTES = 65_535;

/**
 * Reads the position and time out of a raw EXIF block (`Exif\0\0` and a TIFF structure, or the
 * latter alone). Null if it has neither: a damaged block is no reason to refuse a photo.
 */
export function photoSuggestion(exif: Buffer | undefined): PhotoSuggestion | null {
  if (!exif) return null;
  const tiff = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif;
  const tags = tagsOf(tiff.subarray(0, MAX_EXIF_BYTES));
  const place = placeOf(tags);
  const takenAt = timeOf(tags);
  return place || takenAt ? { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null, takenAt } : null;
}

/** Texts as strings, numbers as arrays of them. */
function tagsOf(tiff: Buffer): Record<string, unknown> {
  try {
    const tags = exifReader.load(tiff, { includeTags: { exif: [...USED_TAGS] } }) as Record<
      string,
      { value: unknown } | undefined
    >;
    return Object.fromEntries(USED_TAGS.map((name) => [name, valueOf(tags[name]?.value)]));
  } catch {
    return {};
  }
}

/** The library reads a text as `['text']`, a fraction as `[1, 2]` and several as `[[1, 2], [3, 4]]`. */
function valueOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (typeof value[0] === 'string') return value[0];
  const fractions = value.length === 2 && !Array.isArray(value[0]) ? [value] : value;
  return fractions.map((part: unknown) => (Array.isArray(part) ? Number(part[0]) / Number(part[1]) : part));
}

/** A position of raw GPS tags. It needs both references: digits without a hemisphere are in any of four places. */
export function placeOf(tags: Record<string, unknown>): { latitude: number; longitude: number } | null {
  const latitude = degreesOf(tags['GPSLatitude'], signOf(tags['GPSLatitudeRef'], LATITUDE_REFERENCES), 90);
  const longitude = degreesOf(tags['GPSLongitude'], signOf(tags['GPSLongitudeRef'], LONGITUDE_REFERENCES), 180);
  if (latitude === null || longitude === null) return null;
  // Cameras without a GPS fix write zeros.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

type Sign = 1 | -1;

/** The references of EXIF are N, S, E and W; programs also write words, in their language. A lone O is east or west. */
const LATITUDE_REFERENCES: Readonly<Record<string, Sign>> = {
  n: 1,
  north: 1,
  nord: 1,
  norte: 1,
  s: -1,
  south: -1,
  sud: -1,
  süd: -1,
  sur: -1,
};
const LONGITUDE_REFERENCES: Readonly<Record<string, Sign>> = {
  e: 1,
  east: 1,
  est: 1,
  este: 1,
  ost: 1,
  w: -1,
  west: -1,
  ouest: -1,
  oeste: -1,
  ovest: -1,
};

function signOf(reference: unknown, known: Readonly<Record<string, Sign>>): Sign | null {
  const word = textOf(reference)
    .replace(/[\s.\0]/g, '')
    .toLowerCase();
  return Object.hasOwn(known, word) ? known[word]! : null;
}

/**
 * Six decimals are a tenth of a metre, as the page shows. Null without a sign, for damaged numbers, and for negative
 * ones of a positive hemisphere.
 */
function degreesOf(value: unknown, sign: Sign | null, bound: number): number | null {
  const parts = Array.isArray(value) ? value : [value];
  if (
    sign === null ||
    parts.length > 3 ||
    !parts.every((part): part is number => typeof part === 'number' && Number.isFinite(part))
  )
    return null;
  if (sign === 1 && parts.some((part) => part < 0)) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Math.abs);
  if (minutes > 60 || seconds > 60) return null;
  const whole = degrees + minutes / 60 + seconds / 3_600;
  // Adding 0 turns -0 into 0.
  return whole > bound ? null : Math.round(sign * whole * 1e6) / 1e6 + 0;
}

/** No zone is further from UTC than 14 hours to the east and 12 to the west. */
const OFFSET = /^(?:[+-](?:0\d|1[01]):[0-5]\d|[+-]12:00|\+1[23]:[0-5]\d|\+14:00)/;
const HOUR_MS = 3_600_000;
/** Clocks of cameras run ahead of the server's by this at most. */
const CLOCK_SKEW_MS = 10 * 60_000;

function timeOf(tags: Record<string, unknown>): string | null {
  const local = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(textOf(tags['DateTimeOriginal']));
  const offset = OFFSET.exec(textOf(tags['OffsetTimeOriginal']))?.[0] ?? '';
  const written = local && real(`${local[1]}-${local[2]}-${local[3]}T${local[4]}`, offset);
  return written ?? gpsTimeOf(tags);
}

function gpsTimeOf(tags: Record<string, unknown>): string | null {
  const day = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(textOf(tags['GPSDateStamp']));
  const time = tags['GPSTimeStamp'];
  if (!day || !Array.isArray(time) || time.length !== 3) return null;
  const clock = time.map((part) => String(Math.floor(Number(part))).padStart(2, '0')).join(':');
  return real(`${day[1]}-${day[2]}-${day[3]}T${clock}`, 'Z');
}

const textOf = (tag: unknown): string => (typeof tag === 'string' ? tag : '');

/**
 * The time with its offset. Null for dates that do not exist, such as the zeros of an unset clock or 30 February, and
 * for the future.
 */
function real(time: string, offset: string): string | null {
  const digits = Date.parse(`${time}Z`);
  // Date.parse counts 30 February as 2 March.
  if (Number.isNaN(digits) || new Date(digits).toISOString().slice(0, 19) !== time) return null;
  // Without an offset it may be of the zone that is furthest ahead.
  const earliestTime = offset ? Date.parse(time + offset) : digits - 14 * HOUR_MS;
  return earliestTime > Date.now() + CLOCK_SKEW_MS ? null : time + offset;
}
