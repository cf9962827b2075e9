import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pmtilesOf } from '@sprayhunt/service-kit/testing';
import { FetchSource, PMTiles, zxyToTileId } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StreetArchive } from '../src/edge/street-archive.js';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const STREETS = '/map/streets.pmtiles';
/** Any bytes: the gateway reads no tile. */
const tile = (text: string, length = 400) => Buffer.alloc(length, text);
const archiveOf = (text: string) =>
  pmtilesOf({
    tiles: [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [2, 1, 1],
    ]
      .map(([z, x, y]) => ({ id: zxyToTileId(z!, x!, y!), data: tile(`${text} ${z}/${x}/${y} `) }))
      .sort((a, b) => a.id - b.id),
    zooms: [0, 2],
    bounds: [-123.2, 49.2, -123, 49.4],
    metadata: { attribution: '© Somebody', vector_layers: [] },
  });
const archive = archiveOf('first');

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'streets-'));
  path = join(folder, 'city.pmtiles');
  writeFileSync(path, archive);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Another server with an archive: `state` says what it holds and how it behaves. */
async function archiveServer() {
  const state = { bytes: archive, tag: '"a"', status: 206, asked: [] as Record<string, unknown>[] };
  const server: Server = createServer((request, response) => {
    state.asked.push({ url: request.url, ...request.headers });
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number);
    if (state.status !== 206) return void response.writeHead(state.status).end();
    const part = state.bytes.subarray(start, end! + 1);
    response
      .writeHead(206, {
        etag: state.tag,
        'content-range': `bytes ${start}-${start! + part.length - 1}/${state.bytes.length}`,
        'content-length': part.length,
      })
      .end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps/city.pmtiles?key=1`,
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}${STREETS}`, { method, headers });
const tileText = async (tiles: PMTiles, z: number, x: number, y: number) => {
  const found = await tiles.getZxy(z, x, y);
  return found && Buffer.from(found.data).toString().slice(0, 11);
};

describe.each(['a path', 'an address'])('streets from %s', (kind) => {
  let gateway: RunningGateway;
  let server: Awaited<ReturnType<typeof archiveServer>>;
  beforeAll(async () => {
    server = await archiveServer();
    gateway = await runGateway({ MAP_PMTILES: kind === 'a path' ? path : server.url });
  });
  afterAll(async () => {
    await gateway.stop();
    server.stop();
  });

  it('are read by the library that the page draws them with', async () => {
    const tiles = new PMTiles(new FetchSource(`${gateway.url}${STREETS}`));
    expect(await tiles.getHeader()).toMatchObject({ specVersion: 3, tileType: 1, minZoom: 0, maxZoom: 2 });
    expect(await tiles.getMetadata()).toMatchObject({ attribution: '© Somebody' });
    expect([await tileText(tiles, 0, 0, 0), await tileText(tiles, 2, 1, 1), await tileText(tiles, 2, 0, 0)]).toEqual([
      'first 0/0/0',
      'first 2/1/1',
      undefined,
    ]);
  });

  it('are sent by ranges that may be kept', async () => {
    const response = await get(gateway.url, { range: 'bytes=0-6' });
    expect([response.status, await response.text()]).toEqual([206, 'PMTiles']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-range': `bytes 0-6/${archive.length}`,
      'content-length': '7',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
      'content-type': 'application/vnd.pmtiles',
    });
    const etag = response.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const same = await get(gateway.url, { range: 'bytes=0-6', 'if-none-match': etag });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it.each([
    ['bytes=127-', archive.length - 127],
    ['bytes=-10', 10],
    ['bytes=100-999999999', archive.length - 100],
  ])('end where the archive ends, for the range %s', async (range, length) => {
    const response = await get(gateway.url, { range });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([206, length]);
  });

  it.each(['bytes=5-2', 'bytes=999999-1000000', 'bytes=0-1,5-6', 'bytes=-', 'lines=1-2', 'bytes=1x-2'])(
    'refuse the range %s',
    async (range) => {
      const response = await get(gateway.url, { range });
      expect([response.status, response.headers.get('content-range'), response.headers.get('etag')]).toEqual([
        416,
        `bytes */${archive.length}`,
        null,
      ]);
      expect(await response.json()).toMatchObject({
        code: 'RANGE_NOT_SATISFIABLE',
        detail: expect.stringMatching(/range/),
      });
    },
  );

  it('have a length for HEAD, and no body', async () => {
    const response = await get(gateway.url, {}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(archive.length),
      '',
    ]);
  });

  it('are sent whole where a range was meant for other contents', async () => {
    const response = await get(gateway.url, { range: 'bytes=0-6', 'if-range': '"older"' });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, archive.length]);
  });

  it('are the same at every gateway', async () => {
    const other = await gateway.another();
    const [one, two] = await Promise.all([gateway.url, other.url].map((url) => get(url, { range: 'bytes=127-500' })));
    const of = async (response: Response) => [
      response.headers.get('etag'),
      response.headers.get('content-range'),
      await response.text(),
    ];
    expect(await of(one!)).toEqual(await of(two!));
    await other.stop();
  });

  it('are named in the configuration, and need no other host', async () => {
    expect((await new Browser(gateway.url).get('/config.json')).json).toMatchObject({
      pmtilesUrl: STREETS,
      mapStyleUrl: null,
    });
  });
});

describe('an archive on another server', () => {
  it('is read anew when it was replaced, is unavailable when its server is, and receives nothing of the player', async () => {
    const server = await archiveServer();
    const gateway = await runGateway({ MAP_PMTILES: server.url });
    const tag = (
      await get(gateway.url, { range: 'bytes=0-6', cookie: 'sprayhunt=secret', authorization: 'Basic abc' })
    ).headers.get('etag');
    expect(
      server.state.asked.every(
        ({ url, cookie, authorization }) => url === '/maps/city.pmtiles?key=1' && !cookie && !authorization,
      ),
    ).toBe(true);
    Object.assign(server.state, { bytes: archiveOf('later'), tag: '"b"' });
    const tiles = new PMTiles(new FetchSource(`${gateway.url}${STREETS}`));
    expect(await tileText(tiles, 0, 0, 0)).toBe('later 0/0/0');
    expect((await get(gateway.url, { range: 'bytes=0-6' })).headers.get('etag')).not.toBe(tag);
    server.state.status = 500;
    const unavailable = await get(gateway.url, { range: 'bytes=0-6' });
    expect([unavailable.status, await unavailable.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    ]);
    server.state.status = 206;
    expect((await get(gateway.url, { range: 'bytes=0-6' })).status).toBe(206);
    await gateway.stop();
    server.stop();
  });

  it('does not keep the gateway from starting while its server is down', async () => {
    const server = await archiveServer();
    server.state.status = 503;
    const opened = await StreetArchive.open(server.url);
    await expect(opened.contents()).rejects.toThrow('The streets are not available right now.');
    server.state.status = 206;
    expect((await opened.contents()).size).toBe(archive.length);
    await opened.close();
    server.stop();
  });

  it.each([
    [404, 'its server returns 404'],
    [200, 'sends no ranges'],
  ])('fails the start where its server returns %d', async (status, words) => {
    const server = await archiveServer();
    server.state.status = status;
    await expect(StreetArchive.open(server.url)).rejects.toThrow(words);
    server.stop();
  });
});

describe('a broken file', () => {
  const broken = (name: string, bytes: Uint8Array) => {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    return file;
  };

  it('fails the start with a sentence', async () => {
    const old = Buffer.from(archive);
    old[7] = 2;
    const pictures = Buffer.from(archive);
    pictures[99] = 2;
    const cut = broken('cut.pmtiles', archive);
    truncateSync(cut, archive.length - 1);
    await expect(StreetArchive.open(join(folder, 'missing.pmtiles'))).rejects.toThrow(
      /^MAP_PMTILES .*missing\.pmtiles cannot be opened\.$/,
    );
    await expect(StreetArchive.open(folder)).rejects.toThrow('is not a file');
    await expect(StreetArchive.open(broken('empty.pmtiles', Buffer.alloc(0)))).rejects.toThrow(
      'is not a PMTiles archive of version 3',
    );
    await expect(StreetArchive.open(broken('old.pmtiles', old))).rejects.toThrow(
      'is not a PMTiles archive of version 3',
    );
    await expect(StreetArchive.open(broken('pictures.pmtiles', pictures))).rejects.toThrow('has no vector tiles');
    await expect(StreetArchive.open(cut)).rejects.toThrow('is not complete');
  });

  it('refuses ranges of more than four million bytes', async () => {
    const long = broken('long.pmtiles', Buffer.concat([archive, Buffer.alloc(5_000_000)]));
    const gateway = await runGateway({ MAP_PMTILES: long });
    for (const headers of [{ range: 'bytes=0-4194304' }, { range: 'bytes=0-' }, {}] as Record<string, string>[])
      expect((await get(gateway.url, headers)).status).toBe(416);
    expect((await get(gateway.url, { range: 'bytes=0-4194303' })).status).toBe(206);
    await gateway.stop();
  });
});
