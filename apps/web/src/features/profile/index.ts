/** The exports of this feature for other features. */
export { knownAchievements } from './known-achievements';
export { ShowMore } from './show-more';
