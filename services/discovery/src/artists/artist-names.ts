/**
 * A name or search as names are compared: without case, accents, punctuation and blanks, so that `HA-HA`, `Ha Ha` and
 * `haha` are one. `artist_key` does the same in the database.
 */
export const nameKey = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/[\p{M}\p{P}\p{S}\p{Z}\s]/gu, '');
