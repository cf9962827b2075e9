import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { sampleOf, type SourceOptions } from '../probe.js';
import { bytesOf } from './bytes.js';
import { sharedTexts } from './xlsx.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(folder, String(Math.random()));
  await writeFile(file, content);
  return file;
}

const sample = async (content: string | Uint8Array, options?: SourceOptions) =>
  sampleOf(await fileOf(content), options);

/** Columns and place of each row. */
async function read(content: string | Uint8Array, options?: SourceOptions) {
  const { rows } = await sample(content, options);
  return rows.map(({ columns, geometry, fault }) => ({
    ...columns,
    ...(geometry !== undefined && { at: (geometry as { coordinates: unknown } | null)?.coordinates }),
    ...(fault && { fault }),
  }));
}

const archive = (entries: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)])));

const feature = (id: number, geometry: object = { type: 'Point', coordinates: [3, 51] }) => ({
  type: 'Feature',
  properties: { id },
  geometry,
});

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Walls</name><Style id="s"/><Folder>
<Placemark id="p1"><name>Heron &amp; Co</name><description><![CDATA[<b>tall</b>]]></description>
 <ExtendedData><Data name="artist"><value>ROA</value></Data><SchemaData><SimpleData name="year">2012</SimpleData></SchemaData></ExtendedData>
 <Point><coordinates> 3.72,51.05,0 </coordinates></Point></Placemark>
<Placemark><name>Yard&nbsp;1</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 2,0 2,2 0,2 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
</Folder></Document></kml>`;

const PLACEMARKS = [
  { id: 'p1', name: 'Heron & Co', description: '<b>tall</b>', artist: 'ROA', year: '2012', at: [3.72, 51.05, 0] },
  {
    name: 'Yard&nbsp;1',
    at: [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
    ],
  },
];

const GPX =
  `<gpx version="1.1"><wpt lat="51.05" lon="3.72"><name>Heron</name><link href="https://a.example">` +
  `<text>more</text></link></wpt><trk><name>Walk</name></trk></gpx>`;

/** A workbook as Excel writes it: shared texts, numbers, a date, an empty cell, a second sheet. */
const WORKBOOK = archive({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Lists" state="hidden" sheetId="3" r:id="rId2"/>' +
    '<sheet name="Murals" state="visible" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/>' +
    '</sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" ' +
    'Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>id</t></si><si><r><t>ti</t></r><r><t>tle</t></r><rPh><t>x</t></rPh></si><si><t>made</t></si>' +
    '<si><t>lat</t></si><si><t xml:space="preserve">Heron </t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/>' +
    '<xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>Murals of Ghent</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="s"><v>3</v></c></row>
    <row r="4"><c r="A4"><v>1</v></c><c r="B4" t="s"><v>4</v></c><c r="C4" s="1"><v>43466</v></c><c r="D4"><v>51.049999999999997</v></c></row>
    <row r="5"><c r="A5"><v>2</v></c><c r="D5"><v>51.1</v></c></row></sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>ref</t></is></c></row><row r="2"><c r="A2">' +
    '<v>7</v></c></row></sheetData></worksheet>',
});

describe('the forms of JSON', () => {
  it.each([
    [
      'an array of objects',
      '[{"name":"A","lat":51,"lng":3},{"name":"B","coords":{"lat":52,"lng":4}}]',
      [
        { name: 'A', lat: '51', lng: '3' },
        { name: 'B', 'coords.lat': '52', 'coords.lng': '4' },
      ],
    ],
    ['a single Feature', JSON.stringify(feature(1)), [{ id: '1', at: [3, 51] }]],
    [
      'an array of Features',
      JSON.stringify([feature(1), feature(2)]),
      [
        { id: '1', at: [3, 51] },
        { id: '2', at: [3, 51] },
      ],
    ],
    [
      'a GeometryCollection',
      `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[3,4]}]}`,
      [{ at: [1, 2] }, { at: [3, 4] }],
    ],
    ['records within an answer', '{"help":"","result":{"total":1,"records":[{"name":"A"}]}}', [{ name: 'A' }]],
    [
      'records with a geometry',
      '[{"fields":{"name":"A"},"geometry":{"type":"Point","coordinates":[3,51]}}]',
      [{ 'fields.name': 'A', at: [3, 51] }],
    ],
    [
      'features of ArcGIS',
      '{"spatialReference":{"wkid":4326},"features":[{"attributes":{"NAME":"A"},"geometry":{"x":3,"y":51}}]}',
      [{ NAME: 'A', at: [3, 51] }],
    ],
    [
      'elements of Overpass',
      '{"elements":[{"type":"node","id":1,"lat":51,"lon":3,"tags":{"name":"A"}}]}',
      [{ type: 'node', id: '1', lat: '51', lon: '3', 'tags.name': 'A' }],
    ],
    [
      'Features by lines',
      `${JSON.stringify(feature(1))}\n\n${JSON.stringify(feature(2))}\n`,
      [
        { id: '1', at: [3, 51] },
        { id: '2', at: [3, 51] },
      ],
    ],
    [
      'a text sequence (RFC 8142)',
      `\u001E${JSON.stringify(feature(1), null, 1)}\n\u001E${JSON.stringify(feature(2))}\n`,
      [
        { id: '1', at: [3, 51] },
        { id: '2', at: [3, 51] },
      ],
    ],
    [
      'values one after the other',
      `${JSON.stringify(feature(1), null, 1)}${JSON.stringify(feature(2))}`,
      [
        { id: '1', at: [3, 51] },
        { id: '2', at: [3, 51] },
      ],
    ],
    [
      'results of SPARQL',
      `{"head":{"vars":["item"]},"results":{"bindings":[{"item":{"type":"literal","xml:lang":"en","value":"A"},"coord":{"type":"literal","value":"Point(3 ` +
        `51)"}}]}}`,
      [{ item: 'A', coord: 'Point(3 51)' }],
    ],
    [
      'lists by position',
      '[["id","title"],[1,"A"]]',
      [
        { 'column 1': 'id', 'column 2': 'title' },
        { 'column 1': '1', 'column 2': 'A' },
      ],
    ],
    ['long ids', '[{"id":12345678901234567890}]', [{ id: '12345678901234567890' }]],
  ])('are read: %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it.each([
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      [1, 2],
    ],
    [
      {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
          { type: 'Point', coordinates: [1, 2] },
        ],
      },
      [1, 2],
    ],
    [
      {
        type: 'GeometryCollection',
        geometries: [{ type: 'GeometryCollection', geometries: [{ type: 'MultiPoint', coordinates: [[1, 2]] }] }],
      },
      [1, 2],
    ],
    [
      {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      [
        [0, 0],
        [1, 1],
      ],
    ],
  ])('have one geometry for %j', async (geometry, point) => {
    expect(await read(JSON.stringify({ type: 'FeatureCollection', features: [feature(1, geometry)] }))).toEqual([
      { id: '1', at: point },
    ]);
  });

  it('report a broken line and read the others', async () => {
    const { rows, source } = await sample(
      `${JSON.stringify(feature(1))}\n{"type":"Fea\n${JSON.stringify(feature(3))}\n`,
      { format: 'ndjson' },
    );
    expect(source.format).toBe('ndjson');
    expect(rows.map(({ number, fault }) => [number, fault?.slice(0, 17)])).toEqual([
      [1, undefined],
      [2, 'is not valid JSON'],
      [3, undefined],
    ]);
  });

  it('pass on the declared coordinate system', async () => {
    const crs = (name: string) =>
      `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"${name}"}},"features":[` +
      `${JSON.stringify(feature(1))}]}`;
    expect((await sample(crs('urn:ogc:def:crs:EPSG::31370'))).rows[0]!.crs).toBe('urn:ogc:def:crs:EPSG::31370');
    const arcgis = await sample(
      `{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":[{"attributes":{},"geometry":{"x":1,"y":2}}]}`,
    );
    expect([arcgis.source.crs, arcgis.rows[0]!.crs]).toEqual(['EPSG:3857', 'EPSG:3857']);
    const late = `{"features":[${JSON.stringify(feature(1))}],"crs":{"type":"name","properties":{"name":"EPSG:31370"}}}`;
    expect((await sample(late)).source.crs).toBe('EPSG:31370');
    await expect(sample(gzipSync(late))).rejects.toThrow('names its coordinate system, EPSG:31370, after its features');
  });

  it('are refused if a record is too large, broken, or if there is none', async () => {
    await expect(sample(`[{"a":"${'x'.repeat(10_100_000)}"}]`)).rejects.toThrow(
      'Feature 1 has more than 10000000 characters',
    );
    await expect(sample(`{"features":[${JSON.stringify(feature(1))},{"type"`)).rejects.toThrow(
      'The file is no GeoJSON after feature 1, on line 1: ',
    );
    await expect(sample('[{"a":1},\n{"a":NaN}]')).rejects.toThrow(
      'The file is no GeoJSON after feature 1, on line 2: ',
    );
    await expect(sample('{"type":"FeatureCollection","features":[]}')).rejects.toThrow('The file has no features.');
  });
});

describe('KML, GPX and workbooks', () => {
  it.each([
    ['KML', KML, 'kml', 'utf-8', PLACEMARKS],
    ['KMZ', archive({ 'files/a.png': 'x', 'doc.kml': KML }), 'kml', 'utf-8', PLACEMARKS],
    ['KML in gzip', gzipSync(KML), 'kml', 'utf-8', PLACEMARKS],
    ['GPX', GPX, 'gpx', 'utf-8', [{ name: 'Heron', link: 'https://a.example', at: [3.72, 51.05] }]],
    [
      'XML in its declared encoding',
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><gpx><wpt lat="1" lon="2"><name>Caf\u00e9</name></wpt></gpx>',
        'latin1',
      ),
      'gpx',
      'windows-1252',
      [{ name: 'Café', at: [2, 1] }],
    ],
    ['a CSV in gzip', gzipSync('id,lat\n1,51\n'), 'csv', 'utf-8', [{ id: '1', lat: '51' }]],
    [
      'a CSV in a ZIP archive',
      archive({ 'data/murals.csv': 'id,lat\n1,51\n', '__MACOSX/data/murals.csv': '', 'LICENCE.txt': 'CC0' }),
      'csv',
      'utf-8',
      [{ id: '1', lat: '51' }],
    ],
    [
      'xlsx',
      WORKBOOK,
      'xlsx',
      'utf-8',
      [
        { id: '1', title: 'Heron ', made: '2019-01-01', lat: '51.05' },
        { id: '2', title: '', made: '', lat: '51.1' },
      ],
    ],
  ])('are read: %s', async (_, content, format, encoding, rows) => {
    const { source } = await sample(content);
    expect(source).toMatchObject({ format, encoding });
    expect(await read(content)).toEqual(rows);
  });

  it('have the numbers of their rows', async () => {
    expect((await sample(WORKBOOK)).rows.map(({ number }) => number)).toEqual([4, 5]);
    expect((await sample(KML)).rows.map(({ number }) => number)).toEqual([1, 2]);
  });

  it.each([
    ['151.2, -33.8', [151.2, -33.8]],
    ['\n 151.2 ,-33.8 , 5\n', [151.2, -33.8, 5]],
    ['151.2', [151.2]],
    ['151.2,', [151.2, NaN]],
    ['', []],
  ])('have the position of %j, and never a 0 in place of what is missing', async (coordinates, point) => {
    expect(
      await read(`<kml><Placemark><Point><coordinates>${coordinates}</coordinates></Point></Placemark></kml>`),
    ).toEqual([{ at: point }]);
  });

  it('have lines with blanks around their commas', async () => {
    expect(
      await read(
        '<kml><Placemark><LineString><coordinates>1, 2 3,4 , 0  5 ,6</coordinates></LineString></Placemark></kml>',
      ),
    ).toEqual([
      {
        at: [
          [1, 2],
          [3, 4, 0],
          [5, 6],
        ],
      },
    ]);
  });

  it('are read from the sheet that is named', async () => {
    expect(await read(WORKBOOK, { sheet: 'Notes' })).toEqual([{ ref: '7' }]);
    expect((await sample(WORKBOOK)).notes[0]).toBe(
      'The sheet "Murals" is read; --sheet NAME reads another one: Notes.',
    );
    await expect(sample(WORKBOOK, { sheet: 'x' })).rejects.toThrow('no sheet "x". It has: Murals, Notes.');
  });

  it.each([
    [
      'a link to another KML',
      '<kml><NetworkLink><Link><href>https://a.example/x.kml</href></Link></NetworkLink></kml>',
      'download and import that one: https://a.example/x.kml',
    ],
    ['tracks only', '<gpx><trk/><rte/></gpx>', 'The GPX has no waypoints, but 2 tracks or routes'],
    ['broken XML', '<kml>\n<Placemark>\n</Folder></kml>', 'The file is no KML after line 3'],
    ['a cut archive', WORKBOOK.subarray(0, 900), 'broken ZIP archive'],
    ['a cut gzip', gzipSync('id,lat\n'.repeat(9_000)).subarray(0, 60), 'The file is broken after'],
    ['gzip in gzip', gzipSync(gzipSync('id\n1')), 'packed twice'],
    [
      'a ZIP archive with several tables',
      archive({ 'a.csv': '', 'b.csv': '' }),
      'a ZIP archive with 2 files to import (a.csv, b.csv); unpack it',
    ],
  ])('are refused: %s', async (_, content, sentence) => {
    await expect(sample(content)).rejects.toThrow(sentence);
  });

  it('bound the size of an element, not of what is between them', async () => {
    const track = `<trk>${'<trkpt lat="1" lon="2"><ele>1.234567</ele></trkpt>'.repeat(220_000)}</trk>`;
    expect(await read(GPX.replace('<wpt', `${track}<wpt`))).toHaveLength(1);
    await expect(
      sample(`<gpx><wpt lat="1" lon="2"><name>${'x'.repeat(10_100_000)}</name></wpt></gpx>`),
    ).rejects.toThrow('After 0 elements, the file has one of more than 10000000');
  });

  it('do not expand entities, and refuse what unpacks to more than a limit', async () => {
    const bomb =
      `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM ` +
      `"file:///etc/passwd">]><kml><Placemark><name>&b;&f;</name></Placemark></kml>`;
    expect(await read(bomb)).toEqual([{ name: '&b;&f;', at: undefined }]);
    const zeros = async () => {
      for await (const _ of bytesOf(
        { file: await fileOf(gzipSync(Buffer.alloc(1_000_000))), packing: 'gzip' },
        100_000,
      ))
        expect(_.length).toBeLessThan(100_001);
    };
    await expect(zeros()).rejects.toThrow('unpacks to more than 100000 bytes');
  });
});

it('the shared texts of a workbook are bounded, also empty ones', async () => {
  const workbook = async (texts: string) => fileOf(archive({ 'xl/sharedStrings.xml': `<sst>${texts}</sst>` }));
  await expect(sharedTexts(await workbook('<si/>'.repeat(10)), 10)).resolves.toHaveLength(10);
  await expect(sharedTexts(await workbook('<si/>'.repeat(11)), 10)).rejects.toThrow('more than 10 characters of text');
});

describe('files that are no data', () => {
  it.each([
    ['<!DOCTYPE html><html><body>Sign in</body></html>', 'a page (HTML), not the data; download the file'],
    ['<?xml version="1.0"?><wfs:FeatureCollection xmlns:wfs="x"></wfs:FeatureCollection>', 'GML; convert it'],
    ['<svg></svg>', 'a picture (SVG)'],
    ['<a><b/></a>', 'XML, but neither KML nor GPX'],
    ['%PDF-1.7\nx', 'a PDF; ask'],
    ['#!/bin/sh\necho', 'a script'],
    ["import fs from 'node:fs';\n", 'a script'],
    ['import json\nprint(1)\n', 'a script'],
    ['<table><tr><td>id</td></tr></table>', 'a page (HTML)'],
    ['{\\rtf1 x}', 'a formatted text (RTF)'],
    ['{"type":"Topology","objects":{}}', 'TopoJSON; convert it'],
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      'a picture (PNG)',
    ],
    [Buffer.concat([Buffer.from('0000270a', 'hex'), Buffer.alloc(96)]), 'a shapefile; convert it to GeoJSON'],
    [Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84)]), 'an SQLite database or GeoPackage'],
    [Buffer.from([1, 2, 0, 0, 3, 0, 0, 4]), 'binary; convert it'],
    [archive({ 'walls.shp': '', 'walls.dbf': '' }), 'a shapefile; convert it'],
    [archive({ 'word/document.xml': '' }), 'a Word document'],
  ])('are named: %p', async (content, sentence) => {
    await expect(sample(content)).rejects.toThrow(`The file is ${sentence}`);
  });
});
