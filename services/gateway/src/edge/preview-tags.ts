import { cutText, type Language } from '@sprayhunt/service-kit';
import { escapeUTF8 } from 'entities';
import { PRODUCT_NAME, TAGLINE } from '../product.js';

const DESCRIPTION_MAX = 200;

const TAGLINES: Record<Language, string> = {
  en: TAGLINE,
  fr: 'Le jeu de géocaching street art',
  es: 'El juego de geocaching de arte urbano',
  de: 'Das Street-Art-Geocaching-Spiel',
};

export interface Preview {
  type: 'article' | 'product';
  title: string;
  text: string;
  /** A picture of our own origin; null without one. */
  picture: string | null;
  isPictureWide: boolean;
  /** Open Graph's further properties of the type. */
  more?: [string, string][];
  language: Language;
  /** Of the page, without its query. */
  path: string;
  origin: string;
}

/** The tags of a page's head for link previews, with its title. */
export function previewTags({
  type,
  title,
  text,
  picture,
  isPictureWide,
  more = [],
  language,
  path,
  origin,
}: Preview): string {
  const address = picture && `${origin}${picture}`;
  const properties: [string, string | null][] = [
    ['og:type', type],
    ['og:site_name', PRODUCT_NAME],
    ['og:title', title],
    ['og:description', text],
    ['og:url', `${origin}${path}`],
    ['og:image', address],
    ['og:image:alt', address && title],
    ...more,
  ];
  const names: [string, string | null][] = [
    ['description', text],
    ['twitter:card', address && isPictureWide ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', text],
    ['twitter:image', address],
  ];
  return [
    `<title>${escapeUTF8(`${title} · ${PRODUCT_NAME} · ${TAGLINES[language]}`)}</title>`,
    ...metaTags('property', properties),
    ...metaTags('name', names),
  ].join('\n');
}

const metaTags = (key: string, pairs: [string, string | null][]) =>
  pairs.flatMap(([name, content]) => (content ? [`<meta ${key}="${name}" content="${escapeUTF8(content)}" />`] : []));

export const shortened = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX);
