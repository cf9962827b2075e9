/** The exports of this feature for other features. */
export { levelLabel, levelProgress } from './level';
