import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { DEFAULT_LANGUAGE, type Language } from './language.js';

const BROWSERS = new Set(Object.values(BROWSER_MAP));
const SYSTEMS = new Set(Object.values(OS_MAP));

const WORDS: Record<Language, { unknown: string; format: (browser: string, system: string) => string }> = {
  en: { unknown: 'An unknown browser', format: (browser, system) => `${browser} on ${system}` },
  fr: { unknown: 'Un navigateur inconnu', format: (browser, system) => `${browser} sous ${system}` },
  es: { unknown: 'Un navegador desconocido', format: (browser, system) => `${browser} en ${system}` },
  de: { unknown: 'Ein unbekannter Browser', format: (browser, system) => `${browser} unter ${system}` },
};

/**
 * A browser as its owner would name it: `Firefox on Linux`. Only names from a fixed list are returned,
 * so that a header cannot put text into other people's messages.
 */
export function deviceName(userAgent: string | null | undefined, language: Language = DEFAULT_LANGUAGE): string {
  const { unknown, format: on } = WORDS[language];
  if (!userAgent) return unknown;
  const { browser, os } = parse(userAgent);
  const name = browser.name && BROWSERS.has(browser.name) ? browser.name : unknown;
  return os.name && SYSTEMS.has(os.name) ? on(name, os.name) : name;
}
