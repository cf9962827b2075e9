/** The one place of the page that spells the product's name and its tagline. */
export const PRODUCT_NAME = 'Sprayhunt';
export const TAGLINE = 'Street Art Geocaching Game';
export const TOKENS_NAME = 'Spray Coins';
/** Years; the audience is adults only. */
export const MINIMUM_AGE = 18;
