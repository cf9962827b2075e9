import { m } from '#messages';

/** Called while rendering, for the language of that moment. */
export type Text = () => string;

/** An example discovery, wall or mission of a demo. */
export interface MockDiscovery {
  name: Text;
  /** The artist, the location or the difficulty. */
  detail: Text;
  /** Spray Coins that the real thing would bring. */
  tokens: number;
  /** The pin type. */
  emojiType: 'location' | 'tag' | 'flag' | 'marker' | 'hot-spot';
  emoji: string;
}

export interface Demo {
  title: Text;
  /** Three steps, shown for two seconds each. */
  steps: readonly [Text, Text, Text];
  /** Spray Coins; the same as the tutorial step's reward, not a second one. */
  reward: number;
  results: readonly MockDiscovery[];
}

const camera: Demo = {
  title: m.onboarding_camera,
  steps: [m.onboarding_camera_1, m.onboarding_camera_2, m.onboarding_camera_3],
  reward: 25,
  results: [
    {
      name: m.onboarding_camera_find_1,
      detail: m.onboarding_unknown_artist,
      tokens: 50,
      emojiType: 'location',
      emoji: '📍',
    },
    {
      name: m.onboarding_camera_find_2,
      detail: m.onboarding_unknown_artist,
      tokens: 50,
      emojiType: 'tag',
      emoji: '🏷️',
    },
  ],
};

const walls: Demo = {
  title: m.onboarding_finder,
  steps: [m.onboarding_finder_1, m.onboarding_finder_2, m.onboarding_finder_3],
  reward: 15,
  results: [
    {
      name: m.onboarding_finder_find_1,
      detail: m.onboarding_finder_detail_1,
      tokens: 50,
      emojiType: 'flag',
      emoji: '🚩',
    },
    {
      name: m.onboarding_finder_find_2,
      detail: m.onboarding_finder_detail_2,
      tokens: 50,
      emojiType: 'marker',
      emoji: '📌',
    },
  ],
};

const missions: Demo = {
  title: m.onboarding_mission,
  steps: [m.onboarding_mission_1, m.onboarding_mission_2, m.onboarding_mission_3],
  reward: 50,
  results: [
    { name: m.onboarding_mission_find_1, detail: m.onboarding_easy, tokens: 100, emojiType: 'hot-spot', emoji: '🔥' },
    { name: m.onboarding_mission_find_2, detail: m.onboarding_medium, tokens: 200, emojiType: 'location', emoji: '📍' },
  ],
};

export const demos = { camera, walls, missions };
