import { describe, expect, it } from '@jest/globals';
import { foldText } from './fold-text.js';

describe('folded texts are equal', () => {
  it.each([
    ['Vietnamese', 'Đường Nguyễn Huế', 'duong nguyen hue'],
    ['Vietnamese, decomposed', 'Đường Nguyễn Huế'.normalize('NFD'), 'ĐƯỜNG NGUYỄN HUẾ'.normalize('NFC')],
    ['Turkish', 'Isparta İstanbul ısparta Şişli Çağlayan', 'ISPARTA istanbul ısparta sisli caglayan'],
    ['German', 'Große Straße, Köln', 'GROSSE STRASSE, KOLN'],
    ['the German capital ß', 'STRAẞE', 'strasse'],
    ['French', 'Café à l’Œuvre, Île-de-Nantes', 'cafe a l’oeuvre, ile-de-nantes'],
    ['Polish and Nordic', 'Łódź Ærø Malmö Þingvellir Tromsø', 'lodz aero malmo thingvellir tromso'],
    ['Romanian with commas and cedillas', 'București Iaşi', 'bucuresti iasi'],
    ['Greek with its final sigma', 'Ψυρρής ΨΥΡΡΗΣ', 'ψυρρησ ψυρρησ'],
    ['Russian', 'Артём', 'АРТЕМ'],
    ['Hawaiian', 'Hawaiʻi', 'hawaii'],
    ['ligatures and full width', 'ﬁne ＡＲＴ', 'fine art'],
    ['Japanese in half width', 'ｶﾞｰﾄﾞ ｶﾌｪ', 'ガード カフェ'],
    ['Japanese in both kana', 'カフェ', 'かふぇ'],
    ['Japanese, decomposed', 'ガード'.normalize('NFD'), 'がーど'],
    ['Arabic with vowel signs', 'جِدَارِيَّة', 'جدارية'],
    ['Arabic with a tatweel', 'جــدار', 'جدار'],
    ['Arabic with each alef', 'أحمد إحمد آحمد ٱحمد', 'احمد احمد احمد احمد'],
    ['Arabic digits', 'شارع ١٢', 'شارع 12'],
    ['Hebrew with points', 'שָׁלוֹם', 'שלום'],
    ['invisible characters', 'Sten\u00ADcil\u200B', 'stencil'],
  ])('in %s', (_, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it('when they are folded again', () => {
    for (const text of ['Đường ßΐŉİ', 'ｶﾞ', 'أُ', 'हिन्दी', '한국어'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

it.each([
  ['か', 'が'],
  ['は', 'ぱ'],
  ['ハ', 'バ'],
  ['हिन्दी', 'हन्द'],
  ['ไม่', 'ไม'],
  ['한국', '한구'],
  ['wall', 'walls'],
])('%s and %s are different words', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});
