/** What other features use of this one. */
export { knownAchievements } from './known-achievements';
export { ShowMore } from './show-more';
