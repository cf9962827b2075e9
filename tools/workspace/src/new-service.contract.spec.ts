import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@sprayhunt/contracts';
import { filesBelow, root } from './files.js';

/** A name that no one gives to a real service: the workspace may have any other. */
const NAME = 'madebythetest';

/** @throws Error with what the program printed */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: copy }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(error.stderr + error.stdout);
    },
  );
const copy = mkdtempSync(path.join(tmpdir(), 'sprayhunt-new-service-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The workspace's sources, with the installed packages of this one and its own packages from the copy. */
function copyWorkspace(): void {
  const files = [
    ...['libs', 'services', 'tools', 'k8s'].flatMap(filesBelow),
    'docker-compose.yml',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ];
  for (const file of files) cpSync(root + file, path.join(copy, file));
  const modules = path.join(copy, 'node_modules');
  mkdirSync(path.join(modules, '@sprayhunt'), { recursive: true });
  for (const entry of readdirSync(`${root}node_modules`))
    if (entry !== '@sprayhunt') symlinkSync(`${root}node_modules/${entry}`, path.join(modules, entry));
  for (const library of ['contracts', 'service-kit']) {
    symlinkSync(path.join(copy, 'libs', library), path.join(modules, '@sprayhunt', library));
    // Versions that only this library has.
    if (existsSync(`${root}libs/${library}/node_modules`))
      symlinkSync(`${root}libs/${library}/node_modules`, path.join(copy, 'libs', library, 'node_modules'));
  }
}

const targetsOf = (folder: string) =>
  Object.keys((JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { nx: { targets: object } }).nx.targets);

describe('npm run new-service', () => {
  it('makes a service that is on the list, has the targets and tables of the others, and type-checks', async () => {
    copyWorkspace();
    await run('tools/new-service.mjs', NAME, '--files-only');
    const targets = serviceNames
      .map((name) => targetsOf(`${root}services/${name}`))
      .reduce((common, own) => common.filter((target) => own.includes(target)));
    // `generate` makes something of a schema or a subgraph, which a new service does not have yet.
    expect(targetsOf(path.join(copy, 'services', NAME))).toEqual(targets.filter((target) => target !== 'generate'));
    // The command `database` loads it.
    expect(readFileSync(path.join(copy, `services/${NAME}/src/tables.ts`), 'utf8')).toContain('export const tables = ');
    expect(readFileSync(path.join(copy, 'libs/contracts/src/services.ts'), 'utf8')).toContain(`\n  ${NAME}: { owns: '`);
    expect(JSON.parse(readFileSync(path.join(copy, `services/${NAME}/package.json`), 'utf8'))).toMatchObject({
      name: `@sprayhunt/${NAME}`,
      dependencies: { zod: expect.stringMatching(/^\d/) },
    });
    expect(readFileSync(path.join(copy, `k8s/base/services/${NAME}.yaml`), 'utf8')).toContain(
      `image: sprayhunt/${NAME}`,
    );
    const containers = [
      ...readFileSync(path.join(copy, 'docker-compose.yml'), 'utf8').matchAll(
        /^ {2}([a-z-]+):\n {4}image: sprayhunt/gm,
      ),
    ].map(([, name]) => name!);
    expect(containers).toEqual([...serviceNames, NAME].sort());
    await run(`${root}node_modules/typescript/bin/tsc`, '--noEmit', '-p', `services/${NAME}/tsconfig.package.json`);
  }, 120_000);

  it('refuses a name that is in use or invalid', async () => {
    await expect(run('tools/new-service.mjs', 'users', '--files-only')).rejects.toThrow(/Usage/);
    await expect(run('tools/new-service.mjs', '../walls', '--files-only')).rejects.toThrow(/Usage/);
  });
});
