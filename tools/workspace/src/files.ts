import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const SKIPPED = /^(node_modules|dist|dist\..*|test-results|results|coverage)$/;

/** All hand-written files below a folder of the workspace, as paths from its root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesBelow(file);
    return entry.isFile() ? [file] : [];
  });
}

/** Every file of every package. */
export const packageFiles = (): string[] => ['apps', 'bench', 'libs', 'services', 'tests', 'tools'].flatMap(filesBelow);
