import { expect, it, jest } from '@jest/globals';
import { fetchPart } from './fetch-part';
import { stubGlobal } from '../test/stub-global';

it('imports a part only once all of its scripts came, and fetches again what did not', async () => {
  let isDown = true;
  const fetch = jest.fn(async (address: string) => {
    if (isDown && address.includes('second')) throw new TypeError('Failed to fetch');
    return new Response('export {}');
  });
  stubGlobal('fetch', fetch);
  const load = jest.fn(async () => 'part');
  const files = ['assets/first.js', 'assets/second.js'];
  await expect(fetchPart(load, files)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
  isDown = false;
  await expect(fetchPart(load, files)).resolves.toBe('part');
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([
    '/assets/first.js',
    '/assets/second.js',
    '/assets/second.js',
  ]);
});

it('takes a file that the server does not have any more for one that did not come', async () => {
  stubGlobal('fetch', async () => new Response('Not found', { status: 404 }));
  await expect(fetchPart(async () => 'part', ['assets/gone.js'])).rejects.toThrow('404');
});

it('waits for the styles, and asks for them again where they did not come', async () => {
  const style = () => document.head.querySelector('link[href="/assets/part.css"]');
  const first = fetchPart(async () => 'part', ['assets/part.css']);
  style()!.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('part.css');
  expect(style()).toBeNull();
  const second = fetchPart(async () => 'part', ['assets/part.css']);
  style()!.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBe('part');
});
