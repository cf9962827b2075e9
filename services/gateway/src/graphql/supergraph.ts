import { readFileSync } from 'node:fs';

/** Generated and committed; the build copies it next to this file. */
export const readSupergraph = (): string => readFileSync(new URL('./supergraph.graphql', import.meta.url), 'utf8');
