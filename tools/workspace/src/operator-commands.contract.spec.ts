import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { filesBelow, packageFiles, root } from './files.js';

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** The list of commands. All others are made from it, or compared with it here. */
const THE_LIST = 'tools/commands.mjs';
const { commandNames, commandFiles } = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { commandNames, commandFiles } from './${THE_LIST}'; console.log(JSON.stringify({ commandNames, ` +
        `commandFiles }))`,
    ],
    { cwd: root, encoding: 'utf8' },
  ),
) as { commandNames: string[]; commandFiles: string[] };

/** Those of the image `operations`, as it names them itself: the same and a few that exist only there. */
const ofImage = /^Commands: (.+?)\. /
  .exec(spawnSync(process.execPath, ['tools/operations.mjs'], { cwd: root, encoding: 'utf8' }).stderr)![1]!
  .split(', ');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Markdown except decision records, which describe the time of the decision. */
const pages = [
  'README.md',
  'SECURITY.md',
  'k8s/README.md',
  ...filesBelow('docs').filter((file) => !file.startsWith('docs/adr/')),
  ...packageFiles(),
].filter((file) => file.endsWith('.md'));
const inPages = (pattern: RegExp) =>
  pages.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => ({ file, name: name! })));

describe('each command of operators', () => {
  it(`is a script of package.json, "NAME": "node tools/command.mjs NAME", and each such script is in ${THE_LIST}`, () => {
    const given = Object.entries(scripts).filter(([, script]) => script.includes('tools/command.mjs'));
    expect(Object.fromEntries(given)).toEqual(
      Object.fromEntries(commandNames.map((name) => [name, `node tools/command.mjs ${name}`])),
    );
  });

  it('has its program among the entries in knip.json, which reports code as unused otherwise', () => {
    const { workspaces } = JSON.parse(read('knip.json')) as { workspaces: Record<string, { entry: string[] }> };
    const entries = /^src\/\{(.+)\}\.ts$/.exec(workspaces['services/*']!.entry[0]!)![1]!.split(',');
    const programs = commandFiles.map((file) => file.replace(/\.js$/, '')).filter((file) => file !== 'tables');
    expect(
      programs
        .filter((program) => !entries.includes(program))
        .map((program) => `add ${program} to the entries of services/* in knip.json`),
    ).toEqual([]);
    const sources = filesBelow('services');
    expect(
      entries
        .filter((entry) => !sources.some((file) => file.endsWith(`/src/${entry}.ts`)))
        .map((entry) => `remove ${entry} from knip.json: no service has it`),
    ).toEqual([]);
  });

  it('is on a page, as `npm run NAME`', () => {
    const named = new Set(inPages(/npm run ([\w-]+)/g).map(({ name }) => name));
    expect(
      commandNames.filter((name) => !named.has(name)).map((name) => `say on a page what \`npm run ${name}\` is for`),
    ).toEqual([]);
  });

  it('is in the list of docs/operations/images.md, with those that only the image has', () => {
    const [, listed] = /the operators' commands \((.+?)\)/.exec(read('docs/operations/images.md'))!;
    // The sandbox is named there as what it is.
    const commands = [...listed!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
    expect([...commands, 'stripe-sandbox'].toSorted()).toEqual(ofImage.toSorted());
    expect(ofImage).toEqual(expect.arrayContaining(commandNames));
  });
});

describe('no command is named that does not exist', () => {
  it('as `npm run NAME` on a page', () => {
    expect(inPages(/npm run ([\w-]+)/g).filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('as `docker compose run … NAME` on a page', () => {
    const named = inPages(/docker compose run --rm database-migrate ([\w-]+)/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ name }) => !ofImage.includes(name))).toEqual([]);
  });

  it('by a job or container of Kubernetes or Compose', () => {
    const files = [...filesBelow('k8s').filter((file) => file.endsWith('.yaml')), 'docker-compose.yml'];
    const named = files.flatMap((file) =>
      parseAllDocuments(read(file), { merge: true })
        .flatMap((each) => containersOf(each.toJS() as unknown))
        .map((command) => ({ file, command })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ command }) => !ofImage.includes(command))).toEqual([]);
  });
});

/** The commands of all containers of the image `operations`, however deep. */
function containersOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { image, args, command } = value as { image?: unknown; args?: string[]; command?: string[] };
  const own =
    typeof image === 'string' && /^sprayhunt\/operations(:|$)/.test(image) ? (args ?? command)?.slice(0, 1) : undefined;
  return [...(own ?? []), ...Object.values(value).flatMap(containersOf)];
}
