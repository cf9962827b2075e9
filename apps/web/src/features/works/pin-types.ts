import { m } from '#messages';
/** The five pin types; Location is the default. The server keeps the same list, with `wireName`. */
export const pinTypes = [
  { type: 'tag', wireName: 'Tag', emoji: '🏷️', name: m.works_pin_tag, meaning: m.works_pin_tag_meaning },
  {
    type: 'location',
    wireName: 'Location',
    emoji: '📍',
    name: m.works_pin_location,
    meaning: m.works_pin_location_meaning,
  },
  {
    type: 'marker',
    wireName: 'Marker',
    emoji: '📌',
    name: m.works_pin_marker,
    meaning: m.works_pin_marker_meaning,
  },
  { type: 'flag', wireName: 'Flag', emoji: '🚩', name: m.works_pin_flag, meaning: m.works_pin_flag_meaning },
  {
    type: 'hot_spot',
    wireName: 'Hot Spot',
    emoji: '🔥',
    name: m.works_pin_hot_spot,
    meaning: m.works_pin_hot_spot_meaning,
  },
] as const;

export type PinType = (typeof pinTypes)[number]['type'];
export const DEFAULT_PIN: PinType = 'location';

export const pinTypeOf = (type: PinType) => pinTypes.find((pin) => pin.type === type)!;

/** The name of a pin type that the server names. */
export const pinNameOf = (wireName: string): string =>
  pinTypes.find((pin) => pin.wireName === wireName)?.name() ?? wireName;
