/** What everybody sees of a player, until the player decides otherwise. */
export const DEFAULT_VISIBILITY = {
  picture: true,
  bio: true,
  /** Level and number of discoveries. */
  statistics: true,
  /** Since when the player is here. */
  joined: true,
  gallery: true,
  /** An address leads to everything that was ever paid with it, so it is shown to nobody who was not asked. */
  wallet: false,
};

export type Visibility = typeof DEFAULT_VISIBILITY;

export const VISIBLE_PARTS = Object.keys(DEFAULT_VISIBILITY) as (keyof Visibility)[];

/** @param chosen what the player has decided; the rest is as it comes */
export const visibilityOf = (chosen: Partial<Visibility>): Visibility => ({ ...DEFAULT_VISIBILITY, ...chosen });
