import { z } from 'zod';
import { optionalText } from './fields.js';

export const profilePicture = z.object({
  imageUrl: optionalText.describe('Required. The uploadURL that this player was given, or its /objects/ form.'),
});

const shown = z
  .boolean()
  .nullish()
  .transform((is) => is ?? undefined);

/** What is left out stays as it is. */
export const visibility = z.object({
  picture: shown,
  bio: shown,
  statistics: shown.describe('Level and number of discoveries.'),
  joined: shown.describe('Since when the player is here.'),
  gallery: shown,
  wallet: shown.describe('The linked wallet.'),
});

/** A work for the gallery. The media service holds the rules, and names every field that is missing or wrong in one answer. */
export const newArt = z.object({
  imageUrl: optionalText.describe('Required. The uploadURL that this player was given, or its /objects/ form.'),
  title: optionalText.describe('Required, at most 120 characters; trimmed.'),
  description: optionalText.describe('At most 2,000 characters; trimmed.'),
  artType: z
    .enum(['graffiti', 'digital', 'photo', 'sketch'])
    .nullish()
    .transform((type) => type ?? undefined)
    .describe('graffiti, where it is left out.'),
});

export const artOrder = z.object({
  ids: z.array(z.uuid()).max(500).describe("Ids of the player's works; those that are left out keep their order, behind the others."),
});
