/** The product's name, wherever this service writes it. */
export const PRODUCT_NAME = 'Sprayhunt';
