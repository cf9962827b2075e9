/** What other features use of this one. */
export type { Area } from './nearby';
