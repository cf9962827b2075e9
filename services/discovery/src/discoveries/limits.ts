/** Characters, for players and imports alike. The nearby index relies on them (see the migration). */
export const TITLE_LENGTH = 120;
export const ARTIST_LENGTH = 120;
export const ADDRESS_LENGTH = 200;
export const DESCRIPTION_LENGTH = 2_000;
