/** The product's name, spelled only here in this service. */
export const PRODUCT_NAME = 'Sprayhunt';
export const TAGLINE = 'Street Art Geocaching Game';
