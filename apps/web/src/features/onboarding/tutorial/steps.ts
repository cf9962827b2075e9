import { m } from '#messages';
import type { IconName } from '../../../ui/icon';
import { TOKENS_NAME } from '../../../product';
import { demos, type Demo, type Text } from './demos';

export interface TutorialStep {
  id: number;
  title: Text;
  /** @param proFactor see WithProFactor */
  description: (proFactor: number) => string;
  icon: IconName;
  /** How the icon moves while the step is open. */
  animation: 'rise' | 'stick' | 'none';
  interactive: boolean;
  actionLabel?: Text;
  /** Text of the alert after the action. */
  alert?: Text;
  demo?: Demo;
  /** Spray Coins; the server books them only once. */
  reward: number;
}

/** Spray Coins and XP of a discovery (product constants; the server books them). */
const AWARDS = { photographer: 50, artist: 150, xp: 15 };

/** The eight steps (product.md, section 2: "Onboarding tutorial"). */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    id: 1,
    title: m.onboarding_welcome,
    icon: 'star',
    animation: 'rise',
    interactive: false,
    reward: 10,
    description: () => m.onboarding_welcome_text({ tokens: TOKENS_NAME }),
  },
  {
    id: 2,
    title: m.onboarding_discover,
    icon: 'camera',
    animation: 'stick',
    interactive: true,
    reward: 25,
    description: (proFactor) =>
      m.onboarding_discover_text({ photographer: AWARDS.photographer * proFactor, artist: AWARDS.artist * proFactor }),
    actionLabel: m.onboarding_discover_action,
    alert: m.onboarding_discover_alert,
    demo: demos.camera,
  },
  {
    id: 3,
    title: m.onboarding_walls,
    icon: 'layers',
    animation: 'rise',
    interactive: true,
    reward: 15,
    description: () => m.onboarding_walls_text(),
    actionLabel: m.onboarding_walls_action,
    alert: m.onboarding_walls_alert,
    demo: demos.walls,
  },
  {
    id: 4,
    title: m.onboarding_missions,
    icon: 'flag',
    animation: 'stick',
    interactive: true,
    reward: 50,
    description: () => m.onboarding_missions_text(),
    actionLabel: m.onboarding_missions_action,
    alert: m.onboarding_missions_alert,
    demo: demos.missions,
  },
  {
    id: 5,
    title: m.onboarding_earn,
    icon: 'coin',
    animation: 'rise',
    interactive: false,
    reward: 100,
    description: () => m.onboarding_earn_text({ tokens: TOKENS_NAME, xp: AWARDS.xp }),
  },
  {
    id: 6,
    title: m.onboarding_community,
    icon: 'users',
    animation: 'stick',
    interactive: true,
    reward: 0,
    description: () => m.onboarding_community_text(),
    actionLabel: m.onboarding_community_action,
    alert: m.onboarding_community_alert,
  },
  {
    id: 7,
    title: m.onboarding_gallery,
    icon: 'image',
    animation: 'rise',
    interactive: false,
    reward: 30,
    description: () => m.onboarding_gallery_text(),
  },
  {
    id: 8,
    title: m.onboarding_ready,
    icon: 'palette',
    animation: 'stick',
    interactive: false,
    reward: 200,
    description: () => m.onboarding_ready_text(),
  },
];
