import { describe, expect, it } from '@jest/globals';
import { parseMapPlace, withMapPlace, formatSearch } from './map-address';

const read = (at: string) => parseMapPlace(new URLSearchParams({ at }));

describe('the place of the map in its address', () => {
  it('is read as it was written, to a metre and a hundredth of a level', () => {
    const place = { center: { lat: 49.282734567, lng: -123.1207361 }, zoom: 16.987 };
    const search = withMapPlace('', place);
    expect(search).toBe('?at=49.28273,-123.12074,16.99z');
    expect(parseMapPlace(new URLSearchParams(search))).toEqual({
      center: { lat: 49.28273, lng: -123.12074 },
      zoom: 16.99,
    });
  });

  it('replaces the former one and leaves the other parameters', () => {
    const search = withMapPlace('?at=1,2,3z&work=d%201', { center: { lat: 0, lng: 179.999999 }, zoom: 2 });
    expect(search).toBe('?at=0,180,2z&work=d+1');
  });

  it.each([
    '',
    '1,2',
    '1,2,3',
    'a,b,cz',
    '1,2,3z4',
    '91,0,5z',
    '85.06,0,5z',
    '0,180.1,5z',
    '0,0,23z',
    '0,0,-1z',
    '1e1,2,3z',
  ])('is unknown for "%s"', (at) => {
    expect(read(at)).toBeNull();
  });

  it('is unknown for an address without one', () => {
    expect(parseMapPlace(new URLSearchParams('work=d1'))).toBeNull();
    expect(formatSearch(new URLSearchParams())).toBe('');
  });
});
