/** The product's name, spelled only here in this service. */
export const PRODUCT_NAME = 'Sprayhunt';
