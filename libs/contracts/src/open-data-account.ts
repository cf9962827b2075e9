/** The account of open-data works: “Sprayhunt Open Data”. It earns nothing and cannot be signed in to. */
export const OPEN_DATA_ACCOUNT = '019300da-7a00-7000-8000-00000000da7a';
