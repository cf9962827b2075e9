import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleOf, type SourceOptions } from '../probe.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encoding-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sample(content: Buffer, options?: SourceOptions) {
  const file = join(folder, String(Math.random()));
  await writeFile(file, content);
  return sampleOf(file, options);
}

const TEXTS: Record<string, string[]> = {
  french: ['L’été à la façade', 'Forêt enchantée', 'Œuvre près de l’église'],
  german: ['Schöne Straße', 'Möwe über Köln', 'Große Wand'],
  polish: ['Żółta ściana', 'Gęś', 'Łódź nad rzeką'],
  russian: ['Стена памяти', 'Космос', 'Красный дом'],
  chinese: ['城市之光', '老街壁画', '王小明的墙'],
  japanese: ['カモメの壁画', '青い海', '鈴木花子'],
  korean: ['벽화 마을', '바다', '하늘을 나는 새'],
};

const tableOf = (texts: string[]) =>
  ['id,title,lat,lng', ...texts.map((text, index) => `${index},${text},51.5,3.${index}`), ''].join('\n');

describe('the encoding of a text', () => {
  it.each([
    ['french', 'windows-1252', 'windows-1252'],
    ['french', 'macroman', 'macintosh'],
    ['german', 'latin1', 'windows-1252'],
    ['german', 'macroman', 'macintosh'],
    ['polish', 'windows-1250', 'windows-1250'],
    ['russian', 'windows-1251', 'windows-1251'],
    ['russian', 'koi8-r', 'koi8-r'],
    ['chinese', 'gbk', 'gbk'],
    ['japanese', 'shift_jis', 'shift_jis'],
    ['japanese', 'euc-jp', 'euc-jp'],
    ['korean', 'euc-kr', 'euc-kr'],
  ])('is guessed by its letters, with examples: %s in %s', async (language, written, encoding) => {
    const texts = TEXTS[language]!;
    const { source, rows, guessedEncoding } = await sample(iconv.encode(tableOf(texts), written));
    expect(source.encoding).toBe(encoding);
    expect(rows.map(({ columns }) => columns['title'])).toEqual(texts);
    expect(guessedEncoding!.examples).toContain(texts[0]);
  });

  it.each(['utf-16le', 'utf-16be'])('is known of %s with and without a mark', async (encoding) => {
    for (const addBOM of [true, false]) {
      const { source, rows, guessedEncoding } = await sample(
        iconv.encode(tableOf(TEXTS['german']!), encoding, { addBOM }),
      );
      expect(source.encoding).toBe(encoding);
      expect(rows.map(({ columns }) => columns['title'])).toEqual(TEXTS['german']);
      expect(guessedEncoding).toBeUndefined();
    }
  });

  it('is UTF-8 where all bytes are, also if the only accent is far down, and a character is in two chunks', async () => {
    const long = `id,title\n${'1,plain\n'.repeat(20_000)}2,${'é'.repeat(50_001)}\n`;
    expect(await sample(Buffer.from(long))).toMatchObject({
      source: { encoding: 'utf-8' },
      guessedEncoding: undefined,
    });
    expect(
      (await sample(Buffer.from(`id,title\n${'1,plain\n'.repeat(20_000)}2,Stra\u00dfe\n`, 'latin1'))).source.encoding,
    ).toBe('windows-1252');
  });

  it.each([
    ['chinese', 'gbk'],
    ['japanese', 'shift_jis'],
    ['french', 'macintosh'],
  ])('is guessed of a long file: %s in %s', async (language, encoding) => {
    const texts = Array.from({ length: 9_000 }, (_, index) =>
      TEXTS[language]![index % 3]!.padEnd(4 + (index % 7), '.'),
    );
    expect((await sample(iconv.encode(tableOf(texts), encoding))).source.encoding).toBe(encoding);
  });

  it('is refused with the line where UTF-8 is broken, unless it is named', async () => {
    const broken = Buffer.concat([
      Buffer.from(tableOf(TEXTS['french']!)),
      Buffer.from('8,caf'),
      Buffer.from([0xe9]),
      Buffer.from(',1,2\n9,Zo\u00eb,3,4\n'),
    ]);
    await expect(sample(broken)).rejects.toThrow('Line 5 has bytes that are not UTF-8');
    expect((await sample(broken, { encoding: 'utf-8' })).rows).toHaveLength(5);
  });
});
