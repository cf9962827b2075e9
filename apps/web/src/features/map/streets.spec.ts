import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chooseLanguage } from '../../lib/language';
import { stubGlobal } from '../../test/stub-global';
import type { StreetSource } from './map-config';
import { streetStyle } from './streets';

const layers = [{ id: 'background', type: 'background', paint: { 'background-color': '#fff' } }];
const documents: Record<string, unknown> = {};
let asked: string[] = [];
/** Streets of an address of its own, because a page asks for each once. */
let last = 0;
const source = (nightUrl: string | null = null): StreetSource & { kind: 'style' } => ({
  kind: 'style',
  url: `https://maps.example.org/${++last}/style.json`,
  nightUrl,
});

beforeEach(() => {
  asked = [];
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    asked.push(url);
    if (!(url in documents)) return new Response('', { status: 404 });
    if (documents[url] !== 'silence') return Response.json(documents[url]);
    return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
  });
});

describe('the style of the streets', () => {
  it('has the descriptions of its sources in it, and is asked for once', async () => {
    const streets = source();
    documents[streets.url] = {
      version: 8,
      sources: { city: { type: 'vector', url: '../planet', attribution: 'Mine' } },
      layers,
    };
    documents['https://maps.example.org/planet'] = {
      tiles: ['https://maps.example.org/{z}/{x}/{y}'],
      maxzoom: 14,
      attribution: 'Theirs',
    };
    const [style, again] = await Promise.all([streetStyle(streets, 'daylight'), streetStyle(streets, 'daylight')]);
    expect(style!.sources).toEqual({
      city: { type: 'vector', tiles: ['https://maps.example.org/{z}/{x}/{y}'], maxzoom: 14, attribution: 'Mine' },
    });
    expect(again).toBe(style);
    expect(asked).toEqual([streets.url, 'https://maps.example.org/planet']);
  });

  it('is that of the night where there is one, else the same in dark', async () => {
    const night = 'https://maps.example.org/night.json';
    documents[night] = { version: 8, sources: {}, layers: [{ ...layers[0], paint: { 'background-color': '#001' } }] };
    expect((await streetStyle(source(night), 'night'))!.layers[0]!.paint).toEqual({ 'background-color': '#001' });
    const day = source();
    documents[day.url] = { version: 8, sources: {}, layers };
    expect((await streetStyle(day, 'night'))!.layers[0]!.paint).toEqual({ 'background-color': '#17191d' });
    expect((await streetStyle(day, 'daylight'))!.layers[0]!.paint).toEqual({ 'background-color': '#fff' });
  });

  it('names places in the language of the page where the data has such a name', async () => {
    const streets = source();
    const own = ['coalesce', ['get', 'name_en'], ['get', 'name']];
    const layer = (id: string, text: unknown) => ({
      id,
      type: 'symbol',
      source: 'city',
      layout: { 'text-field': text },
    });
    documents[streets.url] = {
      version: 8,
      sources: {},
      layers: [layer('cities', own), layer('roads', '{name:latin}'), layer('numbers', '{ref}')],
    };
    const texts = async () =>
      (await streetStyle(streets, 'daylight'))!.layers.map(
        ({ layout }) => (layout as Record<string, unknown>)['text-field'],
      );
    expect(await texts()).toEqual([own, '{name:latin}', '{ref}']);
    chooseLanguage('de');
    expect(await texts()).toEqual([
      ['coalesce', ['get', 'name:de'], own],
      ['coalesce', ['get', 'name:de'], ['coalesce', ['get', 'name:latin'], ['get', 'name']]],
      '{ref}',
    ]);
    chooseLanguage('en');
  });

  it.each([
    ['is not there', undefined],
    ['is no style', { version: 8, layers: [] }],
    [
      'has a source without a description',
      { version: 8, sources: { city: { type: 'vector', url: 'https://maps.example.org/gone' } }, layers },
    ],
  ])('is none where it %s, until it is asked for again', async (_case, document) => {
    const streets = source();
    if (document) documents[streets.url] = document;
    expect([await streetStyle(streets, 'daylight'), await streetStyle(streets, 'daylight')]).toEqual([null, null]);
    expect(asked.filter((url) => url === streets.url)).toHaveLength(1);
    documents[streets.url] = { version: 8, sources: {}, layers };
    expect(await streetStyle(streets, 'daylight', { again: true })).not.toBeNull();
  });

  it('is none after two seconds of silence', async () => {
    const streets = source();
    documents[streets.url] = 'silence';
    const began = Date.now();
    expect(await streetStyle(streets, 'daylight')).toBeNull();
    expect(Date.now() - began).toBeGreaterThan(1_900);
  });
});
