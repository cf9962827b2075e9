import { plain } from './absent.js';
import { countries } from './atlas.js';

const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it', 'nl'];

/** Names that the languages' lists of regions do not have. */
const OTHER_NAMES: Record<string, string> = {
  usa: 'US', us: 'US', 'u.s.a.': 'US', 'united states of america': 'US', uk: 'GB', 'great britain': 'GB', england: 'GB',
  scotland: 'GB', wales: 'GB', 'northern ireland': 'GB', 'the netherlands': 'NL', holland: 'NL', 'czech republic': 'CZ',
  'republic of ireland': 'IE', 'south korea': 'KR', brasil: 'BR',
};

let byName: Map<string, string> | undefined;

/** The country, as the atlas calls it, that a text names in one of the languages of the import. */
export function countryNamed(text: string): string | undefined {
  byName ??= namesOf();
  return byName.get(plain(text));
}

function namesOf(): Map<string, string> {
  const names = new Map<string, string>();
  const byRegion = new Map(countries().map(({ name, region }) => [region, name]));
  for (const { name } of countries()) names.set(plain(name), name);
  for (const language of LANGUAGES) {
    const displayed = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const [region, name] of byRegion) names.set(plain((region && displayed.of(region)) || name), name);
  }
  for (const [name, region] of Object.entries(OTHER_NAMES)) names.set(name, byRegion.get(region) ?? name);
  return names;
}
