import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Packages whose programs run, and the tools that build them and change the database. */
const [PACKAGES, TOOLS] = [['libs', 'services'], 'tools'];

/** The version that deployments run now; changed by the commit after each release. */
export const lastRelease = JSON.parse(readFileSync(path.join(root, 'tests/system/last-release.json'), 'utf8')) as {
  version: string;
  commit: string;
};

/** A clone without its history does not have it. */
export const hasLastRelease =
  spawnSync('git', ['cat-file', '-e', `${lastRelease.commit}^{commit}`], { cwd: root }).status === 0;

/** Its documents of the page, by their hash. */
export const releasedDocuments = (): Record<string, { text: string }> =>
  (
    JSON.parse(
      execFileSync('git', ['show', `${lastRelease.commit}:services/gateway/src/graphql/page-documents.json`], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 16 * 1024 * 1024,
      }),
    ) as { documents: Record<string, { text: string }> }
  ).documents;

/**
 * Its programs, built from its sources into a folder below `.cache`, where they stay until packages change. They run
 * with today's packages: only what is ours is of the release. A package that only the release needs (exifr,
 * unicode-confusables) is a dependency of these tests until the next release.
 * @returns the folder
 */
export async function buildLastRelease(): Promise<string> {
  const folder = path.join(root, '.cache/last-release');
  const built = path.join(folder, '.built');
  const inputs = `${lastRelease.commit} ${createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')}`;
  if (existsSync(built) && readFileSync(built, 'utf8') === inputs) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = execFileSync('git', ['archive', lastRelease.commit, 'package.json', '.swcrc', ...PACKAGES, TOOLS], {
    cwd: root,
    maxBuffer: 512 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  linkPackages(folder);
  const tool = (...args: string[]) => run(process.execPath, args, { cwd: folder });
  for (const each of packagesOf(folder))
    for (const step of ['compile', 'swap']) await tool('tools/build-package.mjs', step, each);
  for (const name of readdirSync(path.join(folder, 'services')))
    await tool('tools/bundle-program.mjs', `services/${name}`);
  writeFileSync(built, inputs);
  return folder;
}

const packagesOf = (folder: string): string[] =>
  PACKAGES.flatMap((group) => readdirSync(path.join(folder, group)).map((name) => `${group}/${name}`)).filter((each) =>
    existsSync(path.join(folder, each, 'src')),
  );

/** Its packages are today's, but those of the workspace are its own. */
function linkPackages(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(path.join(modules, '@sprayhunt'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@sprayhunt') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const each of packagesOf(folder)) {
    symlinkSync(path.join(folder, each), path.join(modules, '@sprayhunt', path.basename(each)));
    const own = path.join(root, each, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, each, 'node_modules'));
  }
}
