import { discoveryCreated, type DataOf } from '@sprayhunt/contracts';

type Discovery = DataOf<typeof discoveryCreated>;

/** An achievement: a number of actions with different keys. The key distinguishes one action from another. */
export interface AchievementDefinition {
  /** Stored, so it is never renamed. */
  id: string;
  name: string;
  description: string;
  /** Number of different keys. */
  goal: number;
  /** The key of a discovery; undefined if it does not count. At most 40 characters. */
  ofDiscovery?(discovery: Discovery): string | undefined;
  /** The key of a completed mission. */
  ofMission?(missionId: string): string;
}

const keyIf = (condition: boolean | undefined, key: string) => (condition ? key : undefined);
/** A cell of the map, `degrees` of latitude high and about as wide. */
const cell = ({ latitude, longitude }: Discovery, degrees: number) =>
  `${Math.floor(latitude / degrees)}.` +
  `${Math.floor((longitude * Math.cos((Math.floor(latitude) * Math.PI) / 180)) / degrees)}`;
/** Solar hour of the day at the work, 0 to 23, independent of its time zone. */
const solarHour = ({ createdAt, longitude }: Discovery) =>
  (new Date(createdAt).getUTCHours() + Math.round(longitude / 15) + 24) % 24;

/**
 * All achievements, in the order of the grid (product.md, "Profile page"). All but three reward a single close look.
 */
export const ACHIEVEMENTS: readonly AchievementDefinition[] = [
  {
    id: 'first-discovery',
    name: 'First Discovery',
    description: 'Put your first work on the map',
    goal: 1,
    ofDiscovery: () => 'one',
  },
  {
    id: 'pin-dropper',
    name: 'Pin Dropper',
    description: 'Use all five pin types',
    goal: discoveryCreated.data.shape.pinType.options.length,
    ofDiscovery: ({ pinType }) => pinType,
  },
  { id: 'social-explorer', name: 'Social Explorer', description: 'Give ten likes, posts or replies', goal: 10 },
  {
    id: 'storyteller',
    name: 'Storyteller',
    description: 'Give three works a photo, a title and a description',
    goal: 3,
    ofDiscovery: ({ pictureId, title, hasDescription, discoveryId }) =>
      keyIf(pictureId !== null && title !== null && hasDescription, discoveryId),
  },
  {
    id: 'fresh-paint',
    name: 'Fresh Paint',
    description: 'Document a work while it is new',
    goal: 1,
    ofDiscovery: ({ isFreshArt }) => keyIf(isFreshArt, 'one'),
  },
  {
    id: 'wall-reader',
    name: 'Wall Reader',
    description: 'Document works at three legal walls',
    goal: 3,
    ofDiscovery: (discovery) => keyIf(discovery.atLegalWall, cell(discovery, 0.005)),
  },
  {
    id: 'both-sides',
    name: 'Both Sides',
    description: 'Document one work as its artist and one as its photographer',
    goal: 2,
    ofDiscovery: ({ role }) => role,
  },
  {
    id: 'new-quarters',
    name: 'New Quarters',
    description: 'Find works in five parts of town',
    goal: 5,
    ofDiscovery: (discovery) => cell(discovery, 0.02),
  },
  {
    id: 'far-horizons',
    name: 'Far Horizons',
    description: 'Find works in three regions of the world',
    goal: 3,
    ofDiscovery: (discovery) => cell(discovery, 3),
  },
  {
    id: 'night-shift',
    name: 'Night Shift',
    description: 'Find a work after dark',
    goal: 1,
    ofDiscovery: (discovery) => keyIf(solarHour(discovery) >= 21 || solarHour(discovery) < 5, 'one'),
  },
  {
    id: 'first-light',
    name: 'First Light',
    description: 'Find a work in the early morning',
    goal: 1,
    ofDiscovery: (discovery) => keyIf(solarHour(discovery) >= 5 && solarHour(discovery) < 8, 'one'),
  },
  {
    id: 'four-seasons',
    name: 'Four Seasons',
    description: 'Find a work in each quarter of the year',
    goal: 4,
    ofDiscovery: ({ createdAt }) => `q${Math.floor(new Date(createdAt).getUTCMonth() / 3)}`,
  },
  { id: 'mission-done', name: 'On a Mission', description: 'Complete a mission', goal: 1, ofMission: () => 'one' },
];

export const SOCIAL = ACHIEVEMENTS.find(({ id }) => id === 'social-explorer')!;
