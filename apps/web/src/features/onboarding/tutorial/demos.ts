/** An example discovery, wall or mission of a demo. */
export interface MockDiscovery {
  name: string;
  /** The artist, the location or the difficulty. */
  detail: string;
  /** Spray Coins that the real thing would bring. */
  tokens: number;
  /** The name of the pin type. */
  emojiType: string;
  emoji: string;
}

export interface Demo {
  title: string;
  /** Three steps, shown for two seconds each. */
  steps: readonly [string, string, string];
  /** Spray Coins; the same as the tutorial step's reward, not a second one. */
  reward: number;
  results: readonly MockDiscovery[];
}

const camera: Demo = {
  title: 'Camera practice',
  steps: ['Hold the phone level and step back until the whole piece fits.', 'Wait for the light: no flash on a wet wall.', 'Take the picture. Its place comes with it.'],
  reward: 25,
  results: [
    { name: 'Paste-up on a door', detail: 'Unknown artist', tokens: 50, emojiType: 'Location', emoji: '📍' },
    { name: 'Rooftop lettering', detail: 'Unknown artist', tokens: 50, emojiType: 'Tag', emoji: '🏷️' },
  ],
};

const walls: Demo = {
  title: 'Wall finder',
  steps: ['The satellite map opens around you.', 'Brown bricks appear where painting is allowed.', 'Open one to read its hours and its address.'],
  reward: 15,
  results: [
    { name: 'Skate park wall', detail: 'Two streets from here', tokens: 50, emojiType: 'Flag', emoji: '🚩' },
    { name: 'Underpass, both sides', detail: 'By the river', tokens: 50, emojiType: 'Marker', emoji: '📌' },
  ],
};

const missions: Demo = {
  title: 'Photo mission',
  steps: ['Choose a mission that suits your legs and your nerves.', 'Walk there and document what it asks for.', 'The reward is booked as soon as your discovery is.'],
  reward: 50,
  results: [
    { name: 'Five doors, one street', detail: 'Easy', tokens: 100, emojiType: 'Hot Spot', emoji: '🔥' },
    { name: 'The mural at first light', detail: 'Medium', tokens: 200, emojiType: 'Location', emoji: '📍' },
  ],
};

export const demos = { camera, walls, missions };
