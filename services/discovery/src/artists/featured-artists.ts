import { readFileSync } from 'node:fs';
import { foldText } from '@sprayhunt/service-kit';
import { z } from 'zod';

/**
 * The key of a credited name: without case, accents, punctuation and blanks, so that `HA-HA`, `Ha Ha` and `haha` are
 * equal. `artist_key` does the same in the database.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{P}\p{S}\p{Z}\s]/gu, '');

const artist = z.object({
  slug: z.string().min(1),
  name: z.string().min(1),
  aka: z
    .array(z.string())
    .nullable()
    .transform((names) => names ?? []),
  city: z.string(),
  country: z.string(),
  activeYears: z.string(),
  style: z.string(),
  bio: z.string(),
  achievements: z.array(z.string()).min(1),
  website: z.url({ protocol: /^https$/ }).nullable(),
  source: z.string().min(1),
  sourceUrl: z.url({ protocol: /^https?$/ }),
});

export type FeaturedArtist = z.infer<typeof artist>;

/** The shipped artists, by name (see data/README.md). They only change with a release, so they are not in a table. */
export const featuredArtists: readonly FeaturedArtist[] = z
  .array(artist)
  .parse(JSON.parse(readFileSync(new URL('../../data/artists.json', import.meta.url), 'utf8')))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** All names by which works may credit an artist. */
export const namesOf = ({ name, aka }: Pick<FeaturedArtist, 'name' | 'aka'>): string[] => [name, ...aka];

/** Folded, without punctuation and blanks. */
const searchKey = (text: string): string => foldText(text).replace(/[\p{P}\p{S}\p{Z}\s]/gu, '');

/** Artists whose name, other names or city contain the text, regardless of case, accents and punctuation. */
export function artistsMatching(search: string): readonly FeaturedArtist[] {
  const key = searchKey(search);
  return key === ''
    ? featuredArtists
    : featuredArtists.filter((each) => [...namesOf(each), each.city].some((text) => searchKey(text).includes(key)));
}

const BY_KEY = new Map(
  featuredArtists.flatMap((each) => [each.slug, ...namesOf(each)].map((name) => [nameKey(name), each] as const)),
);

/** The featured artist with this slug or name. */
export const featuredArtist = (slug: string): FeaturedArtist | undefined => BY_KEY.get(nameKey(slug));
