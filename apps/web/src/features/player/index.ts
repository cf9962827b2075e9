/** What other features use of this one. */
export { levelLabel, levelProgress } from './level';
