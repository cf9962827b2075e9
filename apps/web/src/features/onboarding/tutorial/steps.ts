import type { IconName } from '../../../ui/icon';
import { TOKENS_NAME } from '../../../product';
import { demos, type Demo } from './demos';

export interface TutorialStep {
  id: number;
  title: string;
  description: string;
  icon: IconName;
  /** How the icon moves while the step is open. */
  animation: 'rise' | 'stick' | 'none';
  interactive: boolean;
  actionLabel?: string;
  /** What the alert says after the action. */
  alert?: string;
  demo?: Demo;
  /** Spray Coins; the server books them only once. */
  reward: number;
}

/** The eight steps (product.md, section 2: "Onboarding tutorial"). */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    id: 1, title: 'Welcome', icon: 'star', animation: 'rise', interactive: false, reward: 10,
    description: `The city is a gallery without walls between you and the art. Find it, photograph it, put it on the map, and earn ${TOKENS_NAME}.`,
  },
  {
    id: 2, title: 'Discover Street Art', icon: 'camera', animation: 'stick', interactive: true, reward: 25,
    description: 'Stand in front of a piece, take its picture and place your pin. Photographers earn 50 per discovery, artists 150.',
    actionLabel: 'Take a practice photo', alert: 'Great shot! On the street this would be your first discovery.', demo: demos.camera,
  },
  {
    id: 3, title: 'Find Legal Graffiti Walls', icon: 'layers', animation: 'rise', interactive: true, reward: 15,
    description: 'Brown bricks on the map are walls where painting is allowed, with their hours and their address.',
    actionLabel: 'Explore satellite map', alert: 'You found the walls. Paint where it is welcome.', demo: demos.walls,
  },
  {
    id: 4, title: 'Complete Photo Missions', icon: 'flag', animation: 'stick', interactive: true, reward: 50,
    description: 'Missions send you to pieces with a story. Each says how hard it is, how safe, and what it pays.',
    actionLabel: 'Start photo mission', alert: 'Mission accomplished! The real ones pay more.', demo: demos.missions,
  },
  {
    id: 5, title: 'Earn Tokens & Level Up', icon: 'coin', animation: 'rise', interactive: false, reward: 100,
    description: `Every discovery brings ${TOKENS_NAME} and 15 XP. XP fills your cap; a full cap is the next level.`,
  },
  {
    id: 6, title: 'Join the Community', icon: 'users', animation: 'stick', interactive: true, reward: 0,
    description: 'Events, discussions and a leaderboard: the people who look at walls the way you do.',
    actionLabel: 'Explore community features', alert: 'See you at the wall. The community opens from the menu.',
  },
  {
    id: 7, title: 'Create Your Art Gallery', icon: 'image', animation: 'rise', interactive: false, reward: 30,
    description: 'Keep your own graffiti, digital pieces, photos and sketches in a gallery on your profile.',
  },
  {
    id: 8, title: 'Ready to Explore!', icon: 'palette', animation: 'stick', interactive: false, reward: 200,
    description: 'That is all you need. The map is waiting, and so is the next wall.',
  },
];
