/** The languages that the product speaks, as BCP 47 tags. The first one is spoken where no other is asked for. */
export const LANGUAGES = ['en', 'fr', 'es', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

export const isLanguage = (value: unknown): value is Language => (LANGUAGES as readonly unknown[]).includes(value);
