import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { isLocale, overwriteGetLocale, type Locale } from '#messages/runtime';
import { PRODUCT_NAME } from '../product';
import { isPrerendered } from './prerendered';

/** A language of the product, as a BCP 47 tag. */
export type Language = Locale;

/** The languages, each by its own name. */
export const LANGUAGES: readonly { language: Language; name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'fr', name: 'Français' },
  { language: 'es', name: 'Español' },
  { language: 'de', name: 'Deutsch' },
];

/** The gateway reads it too, for what it renders itself; with https under the name that no other host can set. */
const PLAIN = `${PRODUCT_NAME.toLowerCase()}-language`;
const isSecure = () => window.location.protocol === 'https:';
const cookieName = () => (isSecure() ? `__Host-${PLAIN}` : PLAIN);
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The language that was chosen in this browser. */
export function chosenLanguage(): Language | undefined {
  const start = `${cookieName()}=`;
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  return isLocale(value) ? value : undefined;
}

/**
 * What the document was rendered in, else chosen here before, else the first supported one of the browser's languages,
 * else English.
 */
function initialLanguage(): Language {
  const { lang } = document.documentElement;
  if (isPrerendered() && isLocale(lang)) return lang;
  return chosenLanguage() ?? navigator.languages.map((tag) => tag.split('-')[0]).find(isLocale) ?? 'en';
}

// The build renders the landing page, where there is no document.
const current = createStore<Language>(() => (typeof document === 'undefined' ? 'en' : initialLanguage()));

/** The language that texts, dates and numbers are in at present. */
export const language = (): Language => current.getState();
overwriteGetLocale(language);
if (typeof document !== 'undefined') document.documentElement.lang = language();

/** The same for a component, which renders again when another is chosen. */
export const useLanguage = (): Language => useSyncExternalStore(current.subscribe, language, language);

/** For the build, which renders in one language after the other. */
export const renderIn = (next: Language): void => current.setState(next);

/** Switches the page to this language, also after a reload. */
export function chooseLanguage(next: Language): void {
  document.cookie =
    `${cookieName()}=${next}; path=/; ` + `max-age=${COOKIE_SECONDS}; samesite=lax${isSecure() ? '; secure' : ''}`;
  document.documentElement.lang = next;
  current.setState(next);
}
