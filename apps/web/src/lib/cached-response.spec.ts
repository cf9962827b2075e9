import { expect, it } from '@jest/globals';
import { isCacheable, keepAvailable } from './cached-response';

const response = (type: string, status = 200) => ({ status, headers: new Headers({ 'content-type': type }) });

it.each([
  ['/assets/home-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/assets/home-1a2b.css', 'text/css'],
  ['/assets/inter.woff2', 'font/woff2'],
  ['/spray-cap.svg', 'image/svg+xml'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/objects/7/small', 'image/webp'],
  ['/config.json', 'application/json'],
  ['/api/discoveries/nearby', 'application/json'],
])('%s is kept as %s, and not as an error or as the page of a captive portal', (path, type) => {
  expect(isCacheable(path, response(type))).toBe(true);
  expect(isCacheable(path, response(type, 404))).toBe(false);
  expect(isCacheable(path, response(type, 206))).toBe(false);
  if (!path.endsWith('.html')) expect(isCacheable(path, response('text/html'))).toBe(false);
});

it('keeps the other files where one cannot be had, and names it', async () => {
  const kept: string[] = [];
  const missing = await keepAvailable(['/a.js', '/b.js', '/c.js'], async (path) => {
    if (path === '/b.js') throw new Error('404');
    kept.push(path);
  });
  expect([kept, missing]).toEqual([['/a.js', '/c.js'], ['/b.js']]);
});
