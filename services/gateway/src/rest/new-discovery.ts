import { pinTypeOf } from './pin-types.js';
import type { Refuse, RouteInput } from './route-input.js';

const optionalText = { type: ['string', 'null'] };

/**
 * The two payloads of a new discovery in one: the map dialog's (`title`, `artist_name`) and the
 * document modal's (`name`, `imageUrl`, `emojiPin`, …).
 */
export const newDiscovery: RouteInput = {
  from: 'body',
  fields: {
    title: { description: 'What the map dialog calls the name.' },
    name: {
      to: 'title',
      description: 'What the document modal calls the title; not blank where it is sent.',
      keepsBlank: true,
      read: readName,
    },
    artist_name: { to: 'artistName' },
    emojiPin: {
      to: 'pinType',
      schema: optionalText,
      description: 'The emoji of the pin type, or its name.',
      read: readPin,
    },
    address: {
      to: null,
      schema: { ...optionalText, description: 'The coordinates as text; the server writes its own.' },
    },
    tokensAwarded: {
      to: null,
      schema: { type: ['number', 'null'], description: 'Ignored: the server sets the award.' },
    },
    metadata: {
      to: null,
      schema: {
        type: ['object', 'null'],
        description: 'What the document modal adds; the server derives all of it again.',
        properties: {
          timestamp: optionalText,
          coordinates: optionalText,
          submissionType: optionalText,
          emojiType: { ...optionalText, description: "The pin type's name; used where `emojiPin` is missing." },
        },
      },
    },
  },
};

function readName(name: unknown, refuse: Refuse): unknown {
  if (typeof name !== 'string') return undefined;
  return name.trim() ? name : refuse('name', 'REQUIRED', 'Please enter a name for your discovery.');
}

function readPin(emojiPin: unknown, refuse: Refuse, { metadata }: Record<string, unknown>): unknown {
  const emojiType = (metadata as { emojiType?: string | null } | null | undefined)?.emojiType;
  const [field, sent] = typeof emojiPin === 'string' ? ['emojiPin', emojiPin] : ['metadata.emojiType', emojiType];
  if (!sent?.trim()) return undefined;
  return pinTypeOf(sent) ?? refuse(field, 'UNKNOWN_PIN', 'Choose one of the five pins.');
}
