import { language } from './language';

/** A number as it is written in the present language: 12,345. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string => new Intl.NumberFormat(language(), options).format(value);

/** A date or moment (ISO 8601, or milliseconds since 1970) as it is written in the present language, in the browser's time zone: Nov 22, 2026. */
export const formatDate = (moment: string | number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string =>
  new Intl.DateTimeFormat(language(), options).format(new Date(moment));
