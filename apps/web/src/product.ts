/** The product's name and tagline, spelled only here. */
export const PRODUCT_NAME = 'Sprayhunt';
export const TAGLINE = 'Street Art Geocaching Game';
export const TOKENS_NAME = 'Spray Coins';
/** Years; the audience is adults only. */
export const MINIMUM_AGE = 18;
