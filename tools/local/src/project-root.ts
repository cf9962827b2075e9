import { fileURLToPath } from 'node:url';

/** The folder of the whole project; the same from `src` (tests) and from `dist` (the launcher). */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
