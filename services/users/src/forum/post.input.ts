import { LANGUAGES, pageSize, requiredText } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Characters of a title and of a post; the table checks them, too. */
const TITLE_LENGTH = 120;
const CONTENT_LENGTH = 5_000;
/** Characters of a search. */
const SEARCH_LENGTH = 200;

const title = requiredText({ name: 'The title', max: TITLE_LENGTH, missing: 'Give the discussion a title.' });
const content = requiredText({ name: 'The text', max: CONTENT_LENGTH, lines: true, missing: 'Write a text.' });

export const newThread = z.object({ title, content });
export const newReply = z.object({ content });
/** Missing fields are not changed. */
export const postChange = z.object({ title: title.optional(), content: content.optional() });

export const threadList = z.object({
  search: z
    .string()
    .max(SEARCH_LENGTH, `A search has at most ${SEARCH_LENGTH} characters.`)
    .nullish()
    .transform((words) => words?.trim() || undefined),
  language: z
    .enum(LANGUAGES)
    .nullish()
    .transform((language) => language ?? undefined),
  first: pageSize,
  after: z.string().nullish(),
});
