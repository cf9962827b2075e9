import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the commands of the pages are run. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export const pageOf = (name: string): string => readFileSync(path.join(root, 'docs/operations', name), 'utf8');

const DEBIAN = '/usr/lib/postgresql';

/** A folder with a server and its `pg_basebackup`; the packaged server comes without. */
export const serverWithTools = (): string | undefined => {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')) : [];
  return [process.env.POSTGRES_BIN ?? '', ...debian].find((folder) =>
    ['postgres', 'initdb', 'pg_basebackup', 'psql'].every((program) => existsSync(path.join(folder, program))),
  );
};

/** The commands under a heading of a page in `docs/operations`, a block each. */
export function commandsOf(page: string, heading: string, language: 'sh' | 'sql' = 'sh'): string[] {
  const [, section] = pageOf(page).split(`\n## ${heading}\n`);
  const blocks = [
    ...(section?.split('\n## ')[0] ?? '').matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms')),
  ].map(([, block]) => block!);
  if (blocks.length === 0) throw new Error(`${page} has no commands under "${heading}"`);
  return blocks;
}
