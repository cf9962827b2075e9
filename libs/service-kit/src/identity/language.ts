/** The languages of the product, as BCP 47 tags. The first one is the default. */
export const LANGUAGES = ['en', 'fr', 'es', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

export const isLanguage = (value: unknown): value is Language => (LANGUAGES as readonly unknown[]).includes(value);
