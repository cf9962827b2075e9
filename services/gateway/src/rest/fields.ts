import { latitude, longitude } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { pinTypeOf } from './pin-types.js';

/** The largest integer that GraphQL's Int carries. */
const INT_MAX = 2 ** 31 - 1;

/** Text that may be left out; null and blank text count as left out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined));

const pageOf = (usual: number, most: number) => ({
  limit: z.int().min(1).max(most).default(usual).describe(`How many to answer, 1 to ${most}.`),
  cursor: z.string().min(1).max(500).optional().describe('Where the page before ended, from its `Link` header.'),
});

/** A page of a list that has no end of its own. */
export const page = z.object(pageOf(50, 500));

/** A place, how far around it to look in metres, and a page. */
export const around = (radius: number) =>
  z.object({
    latitude,
    longitude,
    radius: z.int().min(1).max(INT_MAX).default(radius).describe('Metres.'),
    ...pageOf(100, 500),
  });

const pin = (text: string | undefined, field: string, context: z.RefinementCtx) => {
  if (text === undefined) return undefined;
  const type = pinTypeOf(text);
  if (!type)
    context.addIssue({ code: 'custom', path: [field], message: 'Choose one of the five pins.', params: { code: 'UNKNOWN_PIN' } });
  return type;
};

/**
 * The two payloads of a new discovery in one: the map dialog's (`title`, `artist_name`) and the
 * document modal's (`name`, `imageUrl`, `emojiPin`, …).
 */
export const newDiscovery = z
  .object({
    title: optionalText.describe('What the map dialog calls the name.'),
    name: z.string().nullish().describe('What the document modal calls the title; not blank where it is sent.'),
    description: optionalText,
    artist_name: optionalText,
    latitude,
    longitude,
    imageUrl: optionalText.describe('The uploadURL that this player was given, or its /objects/ form.'),
    emojiPin: optionalText.describe('The emoji of the pin type, or its name.'),
    userRole: z.enum(['photographer', 'artist']).nullish(),
    isFreshArt: z.boolean().nullish(),
    address: optionalText.describe('The coordinates as text; the server writes its own.'),
    tokensAwarded: z.number().nullish().describe('Ignored: the server prices the discovery.'),
    metadata: z
      .object({
        timestamp: z.string().nullish(),
        coordinates: z.string().nullish(),
        submissionType: z.string().nullish(),
        emojiType: optionalText.describe("The pin type's name; counts where `emojiPin` is missing."),
      })
      .nullish()
      .describe('What the document modal adds; the server derives all of it again.'),
  })
  .transform((sent, context) => {
    if (typeof sent.name === 'string' && !sent.name.trim())
      context.addIssue({ code: 'custom', path: ['name'], message: 'Please enter a name for your discovery.', params: { code: 'REQUIRED' } });
    return {
      calledName: sent.name != null,
      input: {
        title: sent.name ?? sent.title,
        description: sent.description,
        artistName: sent.artist_name,
        latitude: sent.latitude,
        longitude: sent.longitude,
        imageUrl: sent.imageUrl,
        pinType: sent.emojiPin ? pin(sent.emojiPin, 'emojiPin', context) : pin(sent.metadata?.emojiType, 'metadata.emojiType', context),
        userRole: sent.userRole ?? undefined,
        isFreshArt: sent.isFreshArt ?? undefined,
      },
    };
  });

export const pins = z.object({
  illegalFinds: optionalText,
  legalFinds: optionalText,
  wetPaintFlicks: optionalText,
  productions: optionalText,
  stencils: optionalText,
  tags: optionalText,
});

const pinPreferences = pins
  .nullish()
  .transform((sent) => sent ?? undefined)
  .describe('One emoji for each category.');

/** A list of strings, or one string that commas divide. */
const interests = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((sent) => (typeof sent === 'string' ? [sent] : (sent ?? undefined)));

/**
 * The phone sign-up. Nothing is required here: the users service holds the rules, and names every
 * field that is missing or wrong in one answer.
 */
export const signUp = z.object({
  firstName: optionalText.describe('Required.'),
  lastName: optionalText.describe('Required.'),
  email: optionalText.describe('Required.'),
  phone: optionalText.describe('Required. International, or as people write it in `country`.'),
  city: optionalText,
  country: optionalText.describe('Free text.'),
  username: optionalText.describe('Required, 3 to 30 characters.'),
  dateOfBirth: optionalText.describe('Required, YYYY-MM-DD; 18 years ago or earlier.'),
  bio: optionalText,
  avatarUrl: optionalText.describe('The uploadURL that this browser was given, or its /objects/ form.'),
  pinPreferences,
  experience: optionalText.describe('beginner, intermediate, advanced, professional or enthusiast.'),
  interests,
  referralSource: optionalText.describe('social-media, friend, search, street-art-community, event or other.'),
});

/** The profile step. The users service holds the rules, as at sign-up. */
export const completeProfile = z.object({
  username: optionalText.describe('Required, 3 to 30 characters.'),
  dateOfBirth: optionalText.describe('Required, YYYY-MM-DD; 18 years ago or earlier.'),
  bio: z.string().nullish().describe('Left out, it stays as it is.'),
  avatarUrl: optionalText.describe('The uploadURL that this player was given, or its /objects/ form; left out, the picture stays.'),
  pinPreferences,
});

const code = z.string().describe('Six digits.');
const contact = z.string().describe('A phone number or an e-mail address.');

export const proof = z.object({ code });
export const signInContact = z.object({ contact });
export const signIn = z.object({ contact, code, interaction: z.string().max(100).optional().describe('Of the OpenID provider, where it asked for the sign-in.') });

export const uploadPurpose = z.object({
  purpose: z.enum(['discovery', 'avatar', 'artwork']).default('discovery').describe('Decides the byte cap: 5 MB for avatars, else 10 MB.'),
});
