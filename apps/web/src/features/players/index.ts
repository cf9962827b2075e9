/** The exports of this feature for other features. */
export { knownAchievements } from './known-achievements';
