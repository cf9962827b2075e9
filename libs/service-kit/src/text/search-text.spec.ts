import { describe, expect, it } from '@jest/globals';
import { prefixQuery, searchText, webQuery } from './search-text.js';

describe('the stored text of searches', () => {
  it.each([
    ['Mur d’Oberkampf, Rue Saint-Maur (11e)', 'mur d oberkampf rue saint maur 11e'],
    ['カフェの壁', 'かふ ふぇ ぇの の壁 か ふ ぇ の 壁'],
    ['Tokyo渋谷2024', 'tokyo 渋谷 渋 谷 2024'],
    ['ラーメン', 'らー ーめ めん ら ー め ん'],
    ['한국어 벽화', '한국어 벽화'],
    ['!?', ''],
    ['x'.repeat(3_000), 'x'.repeat(64)],
  ])('of %s', (text, stored) => expect(searchText(text)).toBe(stored));
});

it.each([
  ['Duong NGU', 'duong:* & ngu:*'],
  ["d'oberkampf!", 'd:* & oberkampf:*'],
  ['壁', '壁:*'],
  ['ｶﾌｪ', 'かふ:* & ふぇ:*'],
  [" ' & | ! :* ", ''],
])('the beginnings of words in %s', (text, query) => expect(prefixQuery(text)).toBe(query));

it.each([
  ['Straße OR Gasse', 'strasse or gasse'],
  ['“street art” -Toy', '"street art" -"toy"'],
  ['rock-art - "open', 'rock art "open"'],
  ['-"Huế tags" カフェ', '-"hue tags" かふ ふぇ'],
  ['"" !', ''],
])('the web search %s', (text, query) => expect(webQuery(text)).toBe(query));
