import { createRequire } from 'node:module';
import { greatCircle, type Place } from '../input/coordinates.js';
import { plain } from './absent.js';
import { countries, isNear } from './atlas.js';

/** A country or a city that a text names. Several cities share a name. */
export interface NamedPlace {
  kind: 'country' | 'city';
  name: string;
  /** Whether a place lies there or near it. */
  holds(place: Place): boolean;
}

const require = createRequire(import.meta.url);

const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it', 'nl'];

/** Names that the languages' lists of regions do not have. */
const OTHER_NAMES: Record<string, string> = {
  usa: 'US',
  us: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'the netherlands': 'NL',
  holland: 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  'south korea': 'KR',
  brasil: 'BR',
};

/** A state of the USA as well. */
const AMBIGUOUS = 'georgia';

/** Metres around the middle of a city in which its works may lie. */
const CITY = 100_000;

let countryNames: Map<string, string> | undefined;
let cities: Map<string, Place[]> | undefined;

/** The country, as the atlas calls it, that a text names in one of the languages of the import. */
export function countryNamed(text: string): string | undefined {
  countryNames ??= namesOfCountries();
  return countryNames.get(plain(text));
}

/** The country or the cities that a text names. */
export function placeNamed(text: string): NamedPlace | undefined {
  const country = countryNamed(text);
  if (country) return { kind: 'country', name: country, holds: (place) => isNear(place, country) };
  cities ??= namesOfCities();
  const found = cities.get(plain(text));
  return (
    found && {
      kind: 'city',
      name: text.trim(),
      holds: (place) => found.some((city) => greatCircle(city, place) < CITY),
    }
  );
}

function namesOfCountries(): Map<string, string> {
  const names = new Map<string, string>();
  const byRegion = new Map(countries().map(({ name, region }) => [region, name]));
  for (const { name } of countries()) names.set(plain(name), name);
  for (const language of LANGUAGES) {
    const displayed = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const [region, name] of byRegion) names.set(plain((region && displayed.of(region)) || name), name);
  }
  for (const [name, region] of Object.entries(OTHER_NAMES)) names.set(name, byRegion.get(region) ?? name);
  names.delete(AMBIGUOUS);
  return names;
}

function namesOfCities(): Map<string, Place[]> {
  const { cityMapping } = require('city-timezones') as typeof import('city-timezones');
  const names = new Map<string, Place[]>();
  for (const { city, city_ascii: ascii, lat, lng } of cityMapping) {
    for (const name of new Set([plain(city), plain(ascii)]))
      names.set(name, [...(names.get(name) ?? []), { latitude: lat, longitude: lng }]);
  }
  return names;
}
