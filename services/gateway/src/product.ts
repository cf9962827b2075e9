/** The product's name, here and nowhere else in this service. */
export const PRODUCT_NAME = 'Sprayhunt';
export const TAGLINE = 'Street Art Geocaching Game';
