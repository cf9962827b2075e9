import { z } from 'zod';
import { ART_TYPES } from './art-item.entity.js';

/** Characters that the server allows (docs/readings.md). */
const TITLE_LENGTH = 120;
const DESCRIPTION_LENGTH = 2_000;
const LONGEST_URL = 2_048;

/** Control characters; a description may have lines. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

const text = (name: string, limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `${name} has at most ${limit.toLocaleString('en')} characters.`)
    .refine((value) => !CONTROL.test(value), 'Leave out control characters.')
    .nullish()
    .transform((value) => value || null);

const required = (name: string, limit: number, sentence: string) =>
  text(name, limit).transform((value, context): string => {
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: sentence, params: { code: 'REQUIRED' } });
    return z.NEVER;
  });

/** What a player says of a work for the gallery; texts are trimmed, an empty one is none. */
export const newArt = z.object({
  imageUrl: required('The picture’s address', LONGEST_URL, 'Please choose a picture.'),
  title: required('The title', TITLE_LENGTH, 'Please enter a title.'),
  description: text('The description', DESCRIPTION_LENGTH),
  artType: z.enum(ART_TYPES).nullish().transform((value) => value ?? 'graffiti'),
});
