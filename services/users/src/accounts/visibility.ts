/** Default visibility of a player. */
export const DEFAULT_VISIBILITY = {
  picture: true,
  bio: true,
  /** Level and number of discoveries. */
  statistics: true,
  /** Joining date. */
  joined: true,
  gallery: true,
  /** An address reveals all its payments, so it is hidden by default. */
  wallet: false,
};

export type Visibility = typeof DEFAULT_VISIBILITY;

export const VISIBLE_PARTS = Object.keys(DEFAULT_VISIBILITY) as (keyof Visibility)[];

/** @param chosen the player's settings; defaults apply to the rest */
export const visibilityOf = (chosen: Partial<Visibility>): Visibility => ({ ...DEFAULT_VISIBILITY, ...chosen });
