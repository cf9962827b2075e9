import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkPositions, guessedMap, sampleMap, sampleOf } from '@sprayhunt/service-kit/imports';
import { discoveryImporter } from './discovery-importer.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the guess makes of a file, and everything that would keep it from being imported. */
async function guessed(content: string) {
  const file = join(folder, String(Math.random()));
  await writeFile(file, content);
  const sample = await sampleOf(file);
  const { map, notes, doubts } = guessedMap(sample, discoveryImporter);
  const resolved = { ...sampleMap(sample, discoveryImporter, map), source: 'Test' };
  const positions = checkPositions(sample.rows, resolved, 'line');
  const read = sample.rows.map((raw) => discoveryImporter.read(raw, resolved));
  return {
    map,
    fields: map.fields as Record<string, unknown>,
    notes: notes.join(),
    rows: read.map(({ row }) => row),
    hindrances: [...doubts, ...positions.doubts, ...read.flatMap(({ fields }) => fields.faults)],
  };
}

const geojson = (features: object[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', features, ...more });
const featureAt = (coordinates: number[], properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});
const near = (degrees: number): unknown => expect.closeTo(degrees, 3);

describe('data as cities publish it', () => {
  it('may have address and coordinates in one cell of several lines, and e-mail addresses, which are left out', async () => {
    const { fields, rows, hindrances, notes } = await guessed(
      'Art Title,Location,Artist Email\n' +
        '"Hi, you","1301 W Oltorf St\nAustin, TX\n(30.245, -97.764)",jo@example.org\n' +
        'Door,"2 Main St\nAustin, TX\n(30.25, -97.75)",al@example.org\n',
    );
    expect(hindrances).toEqual([]);
    expect(Object.values(fields).flat()).not.toContain('Artist Email');
    expect(notes).toContain('"Artist Email"');
    expect(rows[0]).toMatchObject({
      title: 'Hi, you',
      address: '1301 W Oltorf St Austin, TX',
      latitude: 30.245,
      longitude: -97.764,
    });
  });

  it('may have HTML in texts, and well-known text', async () => {
    const { rows, hindrances } = await guessed(
      'art_id,title,description,install_date,point\nA1,Ann &amp; Bob,<p>Good&nbsp;<b>work</b>' +
        '</p>,31-12-2019,POINT (-114.06 51.04)\n',
    );
    expect(hindrances).toEqual([]);
    expect(rows[0]).toMatchObject({
      source_id: 'A1',
      title: 'Ann & Bob',
      description: 'Good work',
      year: 2019,
      latitude: 51.04,
    });
  });

  it('may have eastings and northings with decimal commas in the system that their names name', async () => {
    const { rows, hindrances } = await guessed(
      'Nr.;Bezeichnung;Künstler;Straße;Baujahr;X (EPSG:25833);Y (EPSG:25833);Zustand\n' +
        '1;Wandbild;Anna Ärger;Weg 1;um 1990;391000,50;5818000,25;vorhanden\n' +
        '2;Ohne Titel;unbekannt;Weg 2;1995;391.100,50;5.818.100,25;übermalt\n',
    );
    expect(hindrances).toEqual([]);
    expect(rows).toMatchObject([
      {
        title: 'Wandbild',
        artist_name: 'Anna Ärger',
        year: 1990,
        status: 'standing',
        latitude: near(52.501),
        longitude: near(13.394),
      },
      { title: null, artist_name: null, year: 1995, status: 'gone' },
    ]);
  });

  it('may name the system of its eastings and northings in a column', async () => {
    const { rows, hindrances } = await guessed('id,titel,e,n,SRID\n1,A,2600000,1200000,2056\n');
    expect(hindrances).toEqual([]);
    expect(rows[0]).toMatchObject({ latitude: near(46.951) });
  });

  it('may have degrees and, beside them, eastings and northings', async () => {
    const { fields, hindrances } = await guessed(
      'id,annee,adresse,artiste,latitude,longitude,x,y\n1,2019,"1, rue",Ann,"45,5017","-73,6",299500.1,5039500.2\n',
    );
    expect(hindrances).toEqual([]);
    expect(fields).toMatchObject({ latitude: 'latitude', longitude: 'longitude', artistName: 'artiste' });
  });

  it.each(['before', 'after'])('may name the reference system of a GeoJSON file %s its features', async (where) => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2193' } };
    const features = [featureAt([1757000, 5920000], { ref: 'a', titre: 'A' })];
    const text =
      where === 'before' ? JSON.stringify({ type: 'FeatureCollection', crs, features }) : geojson(features, { crs });
    const { rows, hindrances } = await guessed(text);
    expect(hindrances).toEqual([]);
    expect(rows[0]).toMatchObject({ latitude: near(-36.853), longitude: near(174.761) });
  });

  it('is refused with the name of a reference system that is not known', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::12345' } };
    const { hindrances } = await guessed(geojson([featureAt([1757000, 5920000], { ref: 'a' })], { crs }));
    expect(hindrances[0]).toContain('urn:ogc:def:crs:EPSG::12345, which is not known');
  });

  it('may come from ArcGIS: <Null>, milliseconds, and who edited it', async () => {
    const properties = {
      OBJECTID: 1,
      Mural_Name: '<Null>',
      Date_Installed: 1546300800000,
      Creator: 'admin',
      CreationDate: 5,
      EditDate: 6,
      URL: 'see site',
    };
    const { rows, hindrances, fields } = await guessed(geojson([featureAt([-97.1, 49.9], properties)]));
    expect(hindrances).toEqual([]);
    expect(fields).not.toHaveProperty('artistName');
    expect(rows[0]).toMatchObject({ source_id: '1', title: null, year: 2019, source_url: null });
  });

  it.each([
    'N 52° 30.000 E 013° 24.000',
    'https://maps.google.com/?q=52.5,13.4',
    '0101000020E6100000CDCCCCCCCCCC2A400000000000404A40',
  ])('may have its place in any column: %s', async (cell) => {
    const { rows, hindrances } = await guessed(`Name;Where it is;Muralista\nWall;${cell};Ann\n`);
    expect(hindrances).toEqual([]);
    expect(rows[0]).toMatchObject({ artist_name: 'Ann', latitude: near(52.5), longitude: near(13.4) });
  });

  it('may have latitude and longitude exchanged within range', async () => {
    const { map, rows, notes } = await guessed('name,latitude,longitude\nA,13.4,52.5\nB,13.41,52.51\n');
    expect(map.swapped).toBe(true);
    expect(notes).toContain('look exchanged');
    expect(rows[0]).toMatchObject({ latitude: 52.5, longitude: 13.4 });
  });

  it('may have pairs of longitude and latitude, in that order', async () => {
    const { rows, hindrances } = await guessed('name,coordinates\nA,"-73.6, 45.5"\nB,"(-73.5, 45.6)"\n');
    expect(hindrances).toEqual([]);
    expect(rows).toMatchObject([
      { latitude: 45.5, longitude: -73.6 },
      { latitude: 45.6, longitude: -73.5 },
    ]);
  });

  it('may have the same id in all rows, which is none', async () => {
    const { fields, rows } = await guessed('id,title,lat,lon\nX1,A,45.5,-73.6\nX1,B,45.6,-73.6\n');
    expect(fields['id']).toBe('title');
    expect(rows.map((row) => row['source_id'])).toEqual(['A', 'B']);
  });

  it('may have commas and two languages in the names of its columns', async () => {
    const { fields } = await guessed(
      '"Titre / Title","Artist, Name","Unique identifier",Latitude,Longitude\nA,B,1,45.5,-73.6\n',
    );
    expect(fields).toMatchObject({ title: 'Titre / Title', artistName: 'Artist, Name', id: 'Unique identifier' });
  });
});
