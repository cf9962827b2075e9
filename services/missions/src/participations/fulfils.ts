import { greatCircle, type Place } from '@sprayhunt/service-kit';
import type { MissionType } from '../missions/mission.entity.js';

interface MissionTask extends Place {
  missionType: MissionType;
  /** Metres. */
  radius: number;
}

/** The data of a discovery in `DiscoveryCreated`. */
interface DiscoveryFacts extends Place {
  pictureId: string | null;
  hasDescription: boolean;
  /** Within 150 m of a legal wall. */
  atLegalWall?: boolean;
}

/** The requirements of each mission type (docs/readings.md). */
const RULES: Record<MissionType, (discovery: DiscoveryFacts) => boolean> = {
  photo_hunt: () => true,
  street_art_tour: () => true,
  documentation: ({ pictureId, hasDescription }) => pictureId !== null && hasDescription,
  legal_wall: ({ atLegalWall }) => atLegalWall === true,
  historical_site: ({ pictureId }) => pictureId !== null,
  banksy_hunt: ({ pictureId }) => pictureId !== null,
};

/** Whether a discovery completes a mission that its player takes part in. */
export const fulfils = (mission: MissionTask, discovery: DiscoveryFacts): boolean =>
  RULES[mission.missionType](discovery) && greatCircle(mission, discovery) <= mission.radius;
