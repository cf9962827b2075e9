import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { importCommand, Interrupted } from '@sprayhunt/service-kit/imports';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { tables } from '../tables.js';
import { imports } from './imports.js';

let database: OpenDatabase;
let folder: string;
const url = process.env['DATABASE_URL'];

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  folder = await mkdtemp(join(tmpdir(), 'import-command-'));
  process.env['DATABASE_URL'] = database.url;
});
afterAll(async () => {
  if (url === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = url;
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs the command; with `replies` it asks questions, as at a terminal. */
async function command(args: string[], replies?: string[]) {
  const said: string[] = [];
  for (const stream of ['log', 'error'] as const)
    jest.spyOn(console, stream).mockImplementation((text: string) => void said.push(text));
  const asking = replies && {
    close: () => undefined,
    question: async (question: string) => {
      said.push(question);
      const reply = replies.shift();
      if (reply === undefined) throw new Interrupted('Nothing was changed.');
      return reply;
    },
  };
  const code = await importCommand(imports, args, asking);
  return { code, text: said.join('\n') };
}

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const count = async (where: string): Promise<number> =>
  (await database.dataSource.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${where}`))[0].n;

const MURALS = 'ref;titre;prenom;nom;lat;lng\n1;Un;Ada;Lovelace;1,5;2\n2;Deux;;Crew;1,6;2\n';

describe('the import command', () => {
  it('shows its guess and changes nothing until it is confirmed', async () => {
    const file = await fileOf('murals.csv', MURALS);
    const { code, text } = await command([file]);
    expect(code).toBe(1);
    for (const part of ['prenom + nom', 'Ada Lovelace', 'nothing was imported', '--yes', `--map '{"fields":{`])
      expect(text).toContain(part);
    expect(await count('discoveries')).toBe(0);
  });

  it('imports the guess with --yes, under the name, licence and attribution that are given', async () => {
    const file = await fileOf('murals.csv', MURALS);
    const { code, text } = await command([
      file,
      '--yes',
      '--name',
      'Murals',
      '--licence',
      'CC BY 4.0',
      '--attribution',
      'City of Two',
    ]);
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('Murals: 2 rows read, 2 new, 0 changed, 0 unchanged'),
    });
    expect(
      await count(`discoveries WHERE source = 'Murals' AND licence = 'CC BY 4.0, City of Two' AND latitude > 1.4`),
    ).toBe(2);
  });

  it('brings the data set up to date by its name, with the map and the licence of the first time', async () => {
    const file = await fileOf('again.csv', MURALS.replace('Un', 'One').replace('2;Deux', '3;Trois'));
    const { code, text } = await command([file, '--name', 'Murals']);
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('2 rows read, 1 new, 1 changed, 0 unchanged, 1 no longer in the file, kept'),
    });
    expect(await count(`discoveries WHERE source = 'Murals' AND licence = 'CC BY 4.0, City of Two'`)).toBe(3);
  });

  it('asks at a terminal, where a field can be changed', async () => {
    const file = await fileOf('asked.csv', 'ref,words,label,lat,lng\n1,Some words,One,1,2\n2,Others,Two,100,2\n');
    const { code, text } = await command([file], ['title=nothing', 'title=words', 'yes', 'CC0', '', 'yes']);
    expect(text).toContain('The map names columns that the file does not have: "nothing" (for title)');
    expect(text).toContain('line 3: latitude 100 is not within -90 and 90');
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('asked: 2 rows read, 1 new') });
    expect(await database.dataSource.query(`SELECT title, licence FROM discoveries WHERE source = 'asked'`)).toEqual([
      { title: 'Some words', licence: 'CC0' },
    ]);
    expect(await command([await fileOf('no.csv', MURALS)], ['no'])).toMatchObject({ code: 1 });
    expect(await count(`data_sets WHERE name = 'no'`)).toBe(0);
  });

  it('asks again until it understands the reply, and ends quietly without one', async () => {
    const file = await fileOf('again.csv', MURALS);
    const asked = await command([file, '--dry-run', '--name', 'Unclear'], ['', 'ok?', 'yes', '', '']);
    expect(asked).toMatchObject({ code: 0, text: expect.stringContaining('2 new') });
    expect(asked.text.match(/Import like this\?/g)).toHaveLength(3);
    expect(await command([file, '--name', 'Unclear'], [])).toEqual({
      code: 130,
      text: expect.stringMatching(/\nNothing was changed\.$/),
    });
    expect(await count(`data_sets WHERE name = 'Unclear'`)).toBe(0);
  });

  it('shows a guessed encoding with examples, and has it confirmed or corrected', async () => {
    const file = await fileOf(
      'cyrillic.csv',
      Buffer.from(
        'id,title,lat,lng\n1,\xd1\xf2\xe5\xed\xe0 \xef\xe0\xec\xff\xf2\xe8,55,37\n2,\xca\xee\xf1\xec\xee\xf1,55,38\n',
        'latin1',
      ),
    );
    const alone = await command([
      file,
      '--map',
      '{"id": "id", "title": "title", "latitude": "lat", "longitude": "lng"}',
    ]);
    expect(alone).toEqual({
      code: 1,
      text: expect.stringContaining('As windows-1251, which is a guess, it has “Стена памяти”, “Космос”.'),
    });
    expect(alone.text).toContain('add --encoding windows-1251');
    const corrected = await command([file, '--dry-run'], ['klingon', 'koi8-r', 'windows-1251', 'yes', '', '']);
    expect(corrected).toMatchObject({
      code: 0,
      text: expect.stringContaining('"klingon" is not the name of an encoding'),
    });
    expect(await command([file, '--dry-run', '--encoding', 'windows-1251', '--yes'])).toMatchObject({
      code: 0,
      text: expect.not.stringContaining('guess,'),
    });
  });

  it('imports a file without a header by the positions of its columns', async () => {
    const file = await fileOf('headless.csv', '7,Heron,51,3\n8,Fox,52,3\n');
    const guess = await command([file]);
    for (const part of [
      'The file has no header',
      'column 1 to column 4',
      'The file has: column 1, column 2, column 3, column 4.',
    ])
      expect(guess.text).toContain(part);
    expect(
      await command([
        file,
        '--map',
        '{"id": "column 1", "title": "column 2", "latitude": "column 3", "longitude": "column 4"}',
      ]),
    ).toMatchObject({ code: 0 });
    expect(await count(`discoveries WHERE source = 'headless' AND title IN ('Heron', 'Fox')`)).toBe(2);
  });

  it('says that a file without columns has none', async () => {
    const file = await fileOf(
      'points.json',
      '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}',
    );
    expect((await command([file, '--kind', 'walls', '--yes'])).text).toContain('The file has no named columns.');
  });

  it.each([
    [['--map', '{"title": '], 1, 'The map is not valid JSON'],
    [
      ['--map', '{"id": "ref", "titel": "titre", "latitude": "lat", "longitude": "lng"}'],
      1,
      '"titel", which is no field',
    ],
    [
      ['--map', '{"id": "ref", "title": "titel", "latitude": "lat", "longitude": "lng"}'],
      1,
      '"titel" (for title). It has: ref, titre',
    ],
    [['--map', '{"title": "titre", "latitude": "lat", "longitude": "lng"}'], 1, 'No column is known for id'],
    [['--map', '{"id": "ref"}'], 1, 'No column is known for latitude and longitude'],
    [['--kind', 'sculptures'], 2, '--kind is works or walls'],
    [['--nmae', 'x'], 2, 'Unknown option'],
    [['--licence', ''], 2, '--licence is a text of 1 to 200 characters'],
    [['--format', 'geojson', '--yes'], 1, 'The file is no GeoJSON'],
    [['--delimiter', ''], 2, '--delimiter is one character'],
    [['--header', '4-3'], 2, '--header is a line, lines such as 3-4, or 0'],
    [['--encoding', 'klingon'], 2, '--encoding "klingon" is not known'],
  ])('refuses %j in a sentence', async (options, code, sentence) => {
    const file = await fileOf('murals.csv', MURALS);
    const outcome = await command([file, '--name', 'Refused', ...options]);
    expect(outcome).toEqual({ code, text: expect.stringContaining(sentence) });
    expect(outcome.text).not.toMatch(/\n\s+at /);
    expect(await count(`data_sets WHERE name = 'Refused'`)).toBe(0);
  });

  it('takes a map as JSON with joined columns', async () => {
    const file = await fileOf('mapped.csv', MURALS);
    expect(
      await command([file, '--map', '{"id": "ref", "artist": "prenom nom", "latitude": "lat", "longitude": "lng"}']),
    ).toMatchObject({ code: 0 });
    expect(await count(`discoveries WHERE source = 'mapped' AND artist_name = 'Ada Lovelace' AND title IS NULL`)).toBe(
      1,
    );
  });

  it('describes the errors of a file', async () => {
    expect(await command([join(folder, 'nowhere.csv')])).toEqual({
      code: 1,
      text: expect.stringContaining('There is no file'),
    });
    expect(await command([await fileOf('empty.csv', ''), '--yes'])).toEqual({
      code: 1,
      text: expect.stringContaining('The file is empty.'),
    });
    expect(await command([folder])).toEqual({ code: 1, text: expect.stringContaining('cannot be read') });
    const refused = await command([await fileOf('bad.csv', 'id,title,lat,lng\n1,One,1,"-87.6\uFFFD"\n'), '--yes']);
    expect(refused).toEqual({
      code: 1,
      text: expect.stringContaining('line 2: longitude "-87.6\uFFFD" is not a number'),
    });
    const feature =
      '{"type":"Feature","properties":{"id":1,"title":"One"},"geometry":{"type":"Point","coordinates":[1,100]}}';
    const single = await fileOf('single.geojson', `{"type":"FeatureCollection","features":[${feature}]}`);
    expect((await command([single, '--map', '{"id": "id"}'])).text).toContain(
      'feature 1: latitude 100 is not within -90 and 90',
    );
  });

  it('imports legal walls, with what every row has in common', async () => {
    const file = await fileOf('walls.csv', 'id,name,address,lat,lng,about\nw1,Wall,Street 1,10,20,A wall\n');
    const guess = await command([file, '--kind', 'walls', '--yes']);
    expect(guess.text).toContain('No column is known for city, country');
    expect(guess.text).not.toContain('add --yes');
    const map =
      `{"id": "id", "name": "name", "address": "address", "latitude": "lat", "longitude": "lng", "description": ` +
      `"about", "city": {"value": "Town"}, "country": {"value": "Land"}}`;
    expect(await command([file, '--kind', 'walls', '--map', map, '--licence', 'CC0'])).toMatchObject({ code: 0 });
    expect(await count(`legal_walls WHERE city = 'Town' AND source = 'walls, CC0'`)).toBe(1);
  });

  it('changes nothing in a dry run', async () => {
    const file = await fileOf('dry.csv', MURALS);
    expect(await command([file, '--yes', '--dry-run'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('2 new'),
    });
    expect(await count(`discoveries WHERE source = 'dry'`)).toBe(0);
  });

  it('asks for unknown words of the status, also with --yes, and takes what they mean from --status', async () => {
    const file = await fileOf(
      'states.csv',
      'id,title,lat,lng,status\n1,One,45.5,-73.6,Demolished\n2,Two,45.5,-73.6,Phase 3\n',
    );
    const refused = await command([file, '--yes']);
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('--status "Phase 3=standing"') });
    expect(await count(`discoveries WHERE source = 'states'`)).toBe(0);
    expect(await command([file, '--yes', '--status', 'phase 3=standing'])).toMatchObject({ code: 0 });
    expect(await count(`discoveries WHERE source = 'states' AND status = 'gone'`)).toBe(1);
    expect(await command([file, '--yes', '--name', 'stateless', '--status', 'none'])).toMatchObject({ code: 0 });
    expect(await count(`discoveries WHERE source = 'stateless' AND status = 'standing'`)).toBe(2);
    expect(await command([file, '--status', 'phase 3'])).toMatchObject({ code: 2 });
  });

  it('asks for the system of projected coordinates, also with --yes, and takes it from --crs', async () => {
    const file = await fileOf('swiss.csv', 'id,title,e,n\n1,Bern,2600000,1200000\n');
    const refused = await command([file, '--yes']);
    expect(refused).toEqual({ code: 1, text: expect.stringContaining('EPSG:2056 (CH1903+ / LV95): Switzerland') });
    expect(await count(`discoveries WHERE source = 'swiss'`)).toBe(0);
    expect(await command([file, '--yes', '--crs', 'EPSG:2056'])).toMatchObject({ code: 0 });
    expect(
      await count(
        `discoveries WHERE source = 'swiss' AND abs(latitude - 46.95) < 0.01 AND abs(longitude - 7.44) < 0.01`,
      ),
    ).toBe(1);
    const other = await command([file, '--yes', '--name', 'other', '--crs', 'EPSG:32625']);
    expect(other).toEqual({ code: 1, text: expect.stringContaining('do not lie on land') });
    expect(await command([file, '--crs', 'EPSG:1'])).toMatchObject({ code: 2 });
  });

  it('asks for the system at a terminal, too', async () => {
    const file = await fileOf('asked-system.csv', 'id,title,e,n\n1,Bern,2600000,1200000\n');
    expect(await command([file], ['crs=EPSG:2056', 'yes', 'CC0', ''])).toMatchObject({ code: 0 });
    expect(await count(`discoveries WHERE source = 'asked-system' AND latitude > 46`)).toBe(1);
  });

  it('loses no row without an id or with that of another, and knows them again', async () => {
    const file = await fileOf(
      'twins.csv',
      'ID,Title,Lat,Lng\nNA,Same,45.5,-73.6\nNA,Same,45.5,-73.6\nNA,Untitled,45.6,-73.7\n',
    );
    expect(await command([file, '--yes'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('3 rows read, 3 new'),
    });
    expect(await command([file])).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 new, 0 changed, 3 unchanged'),
    });
    expect(
      await database.dataSource.query(`SELECT source_id FROM discoveries WHERE source = 'twins' ORDER BY 1`),
    ).toEqual([
      { source_id: 'Same 45.5 -73.6' },
      { source_id: 'Same 45.5 -73.6 (2)' },
      { source_id: 'Untitled 45.6 -73.7' },
    ]);
  });

  it('loses no row beyond the sample whose id repeats', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `${index % 1_100},Work,45.5,-73.6`);
    const file = await fileOf('late-twins.csv', ['id,title,lat,lng', ...rows].join('\n'));
    expect(await command([file, '--yes'])).toMatchObject({ code: 0, text: expect.stringContaining('1200 new') });
    expect(await count(`discoveries WHERE source = 'late-twins' AND source_id = '99 (2)'`)).toBe(1);
  });

  it('leaves out rows without a position and reports them, but imports no file of such rows', async () => {
    const file = await fileOf('unplaced.csv', 'id,title,lat,lng\n1,One,45.5,-73.6\n2,Two,,\n3,Three,0,0\n');
    const { code, text } = await command([file, '--yes']);
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 new, 0 changed, 0 unchanged, 2 not taken, 2 of them for want of a position'),
    });
    expect(text).toContain('line 3: has no position');
    expect(await command([await fileOf('nowhere-at-all.csv', 'id,title,lat,lng\n1,One,0,0\n'), '--yes'])).toMatchObject(
      { code: 1 },
    );
  });

  it('lists data sets and removes one, but not unasked', async () => {
    const listed = await command(['--list']);
    expect(listed.text).toMatch(/Murals .* works .* 3 .*CC BY 4.0, City of Two/);
    expect(await command(['--remove', 'Murals'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('add --yes'),
    });
    expect(await command(['--remove', 'Murals'], ['no'])).toMatchObject({ code: 1 });
    expect(await count(`discoveries WHERE source = 'Murals'`)).toBe(3);
    expect(await command(['--remove', 'Murals', '--yes'])).toMatchObject({ code: 0, text: 'Murals: 3 works removed' });
    expect(await count(`discoveries WHERE source = 'Murals'`)).toBe(0);
    expect(await command(['--remove', 'Murals', '--yes'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no data set'),
    });
  });
});
