import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleOf, type SourceOptions } from '../probe.js';
import { csvRecords, type TableRecord } from './csv.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sample(text: string, options?: SourceOptions, exported?: string[]) {
  const file = join(folder, String(Math.random()));
  await writeFile(file, text);
  return sampleOf(file, options, exported);
}

async function recordsOf(text: string, delimiter = ',', length = text.length): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  const chunks = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  for await (const record of csvRecords(chunks, delimiter)) records.push(record);
  return records;
}

describe('the records of a CSV', () => {
  it.each([
    ['line feeds', 'a,b\n1,2\n'],
    ['carriage returns', 'a,b\r1,2\r'],
    ['both', 'a,b\r\n1,2\r\n'],
    ['no end', 'a,b\n1,2'],
  ])('are parted by %s', async (_, text) => {
    expect(await recordsOf(text)).toEqual([
      { line: 1, cells: ['a', 'b'], fault: undefined },
      { line: 2, cells: ['1', '2'], fault: undefined },
    ]);
  });

  it('are the same in chunks of any length', async () => {
    const text = 'id;"a ""b"" c"\r\n1;"two\r\nlines"\r\n"x" ;5" pipe\r\n;\r\n';
    const whole = await recordsOf(text, ';');
    expect(whole.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'id', 'a "b" c'],
      [2, '1', 'two\r\nlines'],
      [4, 'x', '5" pipe'],
      [5, '', ''],
    ]);
    for (const length of [1, 2, 3, 7]) expect(await recordsOf(text, ';', length)).toEqual(whole);
  });

  it('name the line on which a mark was opened that is never closed, and go on after it', async () => {
    const records = await recordsOf('id,title\n1,"a\nb"\n2,"never closed\n3,c\n4,d\n');
    expect(records.map(({ line, cells, fault }) => [line, cells[0], fault])).toEqual([
      [1, 'id', undefined],
      [2, '1', undefined],
      [4, undefined, 'opens a quotation mark that is not closed'],
      [5, '3', undefined],
      [6, '4', undefined],
    ]);
  });

  it('name the line of a mark within a text', async () => {
    const records = await recordsOf('1,"the "old" wall"\n2,b\n');
    expect(records.map(({ line, cells, fault }) => [line, cells[0], fault?.slice(0, 40)])).toEqual([
      [1, undefined, 'has text after a closing quotation mark;'],
      [2, '2', undefined],
    ]);
  });

  it('are refused if a line is longer than any row', async () => {
    await expect(recordsOf('x'.repeat(1_100_000), ',', 65_536)).rejects.toThrow(
      'Line 1 has more than 1000000 characters',
    );
  });
});

const ROWS = '1,A,51.5,3.1\n2,B,51.6,3.2\n3,C,51.7,3.3\n';
const NAMES = ['id', 'title', 'lat', 'lng'];

describe('the header of a table', () => {
  it.each([
    ['on the first line', `id,title,lat,lng\n${ROWS}`, 2, undefined],
    ['below a title', `Murals of Ghent, 2024\n\nid,title,lat,lng\n${ROWS}`, 4, 'The header is on line 3'],
    ['below a title that fills the table', `Murals,,,\n,,,\nid,title,lat,lng\n${ROWS}`, 4, 'The header is on line 3'],
    ['below comments', `# Murals of Ghent\n# a, b, c, d\nid,title,lat,lng\n${ROWS}`, 4, 'The header is on line 3'],
    ['below names of groups', `Work,,Place,\nid,title,lat,lng\n${ROWS}`, 3, 'The header is on line 2'],
    ['above types', `id,title,lat,lng\nint,text,float,float\n${ROWS}`, 3, 'The header is on lines 1 to 2'],
    ['above tags', `id,title,lat,lng\n#id,#name,#geo+lat,#geo+lon\n${ROWS}`, 3, 'The header is on lines 1 to 2'],
    [
      'below names in another language',
      `番号,題,緯度,経度\nid,title,lat,lng\n${ROWS}`,
      3,
      'The header is on lines 1 to 2',
    ],
    [
      'of three lines',
      `番号,題,緯度,経度\nid,title,lat,lng\nint,text,deg,deg\n${ROWS}`,
      4,
      'The header is on lines 1 to 3',
    ],
  ])('is found %s', async (_, text, first, note) => {
    const { columns, rows, notes } = await sample(text);
    expect(columns).toEqual(NAMES);
    expect(rows.map(({ number }) => number)).toEqual([first, first + 1, first + 2]);
    expect(notes).toEqual(note ? [expect.stringContaining(note)] : []);
  });

  it('is found below sep=, which names the separator', async () => {
    const { source, columns, rows, notes } = await sample(`sep=;\r\nid;title;lat;lng\r\n1;A, B;51,5;3,1\r\n`);
    expect(source.delimiter).toBe(';');
    expect(columns).toEqual(NAMES);
    expect(rows).toMatchObject([{ number: 3, columns: { title: 'A, B', lat: '51,5' } }]);
    expect(notes).toHaveLength(1);
  });

  it('is missed where the first line looks like the others, and no row is lost', async () => {
    const { columns, rows, notes } = await sample(ROWS);
    expect(columns).toEqual(['column 1', 'column 2', 'column 3', 'column 4']);
    expect(rows.map(({ columns: { 'column 2': title } }) => title)).toEqual(['A', 'B', 'C']);
    expect(notes).toEqual([
      expect.stringContaining('The file has no header: its first row, on line 1, looks like the others.'),
    ]);
    expect((await sample('7,A,51.5,3.1\n')).rows).toHaveLength(1);
    expect((await sample(`Murals of Ghent\n${ROWS}`)).rows).toHaveLength(3);
  });

  it('is followed by rows that cannot be read, too', async () => {
    expect((await sample(`id,title,lat,lng\n0,"open,51,3\n${ROWS}`)).rows.map(({ number }) => number)).toEqual([
      2, 3, 4, 5,
    ]);
    expect((await sample(`0,"open,51,3\n${ROWS}`)).rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('is where an operator says', async () => {
    expect((await sample(`id,title,lat,lng\n${ROWS}`, { header: { first: 0, last: 0 } })).rows).toHaveLength(4);
    expect((await sample(`a,b,c,d\nid,title,lat,lng\n${ROWS}`, { header: { first: 1, last: 1 } })).rows).toHaveLength(
      4,
    );
    expect((await sample(`a,b,c,d\nid,title,lat,lng\n${ROWS}`, { header: { first: 2, last: 2 } })).columns).toEqual(
      NAMES,
    );
    await expect(sample(ROWS, { header: { first: 9, last: 9 } })).rejects.toThrow('no header on line 9');
  });

  it('is not taken for a row where its cells are years, nor a broken row for a header', async () => {
    expect((await sample(`id,title,2019,2020,lat,lng\n1,A,5,6,51,3\n2,B,7,8,51,4\n`)).columns).toEqual([
      'id',
      'title',
      '2019',
      '2020',
      'lat',
      'lng',
    ]);
    expect((await sample(`id,title,lat,lng\nm1,A,unknown,unknown\nm2,B,51,3\nm3,C,52,3\n`)).rows).toHaveLength(3);
    expect((await sample(`id,title,lat,lng\n1,A,north,west\n2,B,51,3\n3,C,51,3\n`)).rows).toHaveLength(3);
  });
});

describe('the rows of a table', () => {
  it('are reported if they are shifted, but not for empty cells at their end', async () => {
    const { rows } = await sample('id,title,lat,lng\n1,A,51,3\n2,B, C,51,3\n3,D,51\n4,E,51,3,,\n');
    expect(rows.map(({ number, fault }) => [number, fault])).toEqual([
      [2, undefined],
      [3, 'has 5 columns where the header has 4'],
      [4, 'has 3 columns where the header has 4'],
      [5, undefined],
    ]);
  });

  it('are not shifted by a separator after the last name', async () => {
    const { columns, rows } = await sample(`id,title,lat,lng,\n${ROWS}`);
    expect([columns, rows.filter(({ fault }) => fault)]).toEqual([NAMES, []]);
  });

  it('have a unique name for each column', async () => {
    expect((await sample('id,, title ,id,id (2)\n1,2,3,4,5\n')).columns).toEqual([
      'id',
      'column 2',
      'title',
      'id (2)',
      'id (2) (2)',
    ]);
  });

  it('lose the apostrophe before a formula if they are our own export, and only there', async () => {
    const text = `id,title\n1,'=1+1\n2,''=1+1\n3,'quoted'\n4,-5\n5,'\uFF1D1\n`;
    const titles = async (exported?: string[]) =>
      (await sample(text, {}, exported)).rows.map(({ columns }) => columns['title']);
    expect(await titles(['id', 'title'])).toEqual(['=1+1', "'=1+1", "'quoted'", '-5', '\uFF1D1']);
    expect(await titles(['id', 'name'])).toEqual(["'=1+1", "''=1+1", "'quoted'", '-5', "'\uFF1D1"]);
  });

  it('are parted by the separator that most of them have', async () => {
    expect((await sample('id;title;lat;lng\n1;A, B;51,5;3,1\n2;C;51,6;3,2\n')).source.delimiter).toBe(';');
    expect((await sample('id\ttitle\tlat\n1\tA, B\t51\n')).source.delimiter).toBe('\t');
    expect((await sample('id|title|lat\n1|A|51\n')).source.delimiter).toBe('|');
  });

  it('are refused if there are none', async () => {
    await expect(sample('id,title\n')).rejects.toThrow('The file has no rows below its header.');
    await expect(sample('\n\n \n')).rejects.toThrow('The file has no rows.');
    await expect(sample('x'.repeat(70_000))).rejects.toThrow('The first line has more than 65536 bytes');
  });
});
