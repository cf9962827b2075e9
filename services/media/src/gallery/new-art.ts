import { requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { ART_TYPES } from './art-item.entity.js';

/** Limits in characters (docs/readings.md). */
const TITLE_LENGTH = 120;
const DESCRIPTION_LENGTH = 2_000;
const LONGEST_URL = 2_048;

/** A player's input for a gallery work; texts follow the kit's rule. */
export const newArt = z.object({
  imageUrl: requiredText({ name: 'The picture’s address', max: LONGEST_URL, missing: 'Please choose a picture.' }),
  title: requiredText({ name: 'The title', max: TITLE_LENGTH, missing: 'Please enter a title.' }),
  description: text({ name: 'The description', max: DESCRIPTION_LENGTH, lines: true }),
  artType: z.enum(ART_TYPES).nullish().transform((value) => value ?? 'graffiti'),
});
