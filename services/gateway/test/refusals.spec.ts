import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, RawConnection } from '@sprayhunt/service-kit/testing';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Visitors } from '../src/session/visitors.js';
import { runGateway, type RunningGateway } from './running-gateway.js';

const PAGE = '<!doctype html><html><head><title>Game</title></head><body></body></html>';
/** What browsers send when someone follows an address. */
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html,*/*;q=0.8' };

let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  gateway = await runGateway({ WEB_DIST: folder });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: received,
    body,
  } = await request(`${gateway.url}${path}`, { method: method as 'GET', headers });
  return { status: statusCode, type: received['content-type'], headers: received, text: await body.text() };
}

const refused: [method: string, path: string, status: number][] = [
  ['GET', '/api', 404],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/nothing', 404],
  ['PATCH', '/api/discoveries', 404],
  ['PUT', '/api/discoveries', 404],
  ['PROPFIND', '/api/discoveries', 404],
  ['OPTIONS', '/api/auth/user', 404],
  ['POST', '/api/live', 404],
  ['GET', '/api/%zz', 400],
  ['POST', '/api/discoveries/%E0%A4%A/like', 400],
  ['GET', '/graphql', 405],
  ['PUT', '/graphql', 405],
  ['DELETE', '/graphql?x=1', 405],
  ['OPTIONS', '/graphql', 405],
  ['PROPFIND', '/graphql', 405],
  ['GET', '/graphql/', 404],
  ['POST', '/graphql/more', 404],
  ['POST', '/graphql/%zz', 400],
  ['POST', '/home', 404],
  ['PROPFIND', '/', 404],
  ['DELETE', '/d/x', 404],
  ['PUT', '/objects/x', 404],
  ['GET', '/objects/%zz', 400],
  ['GET', '/%zz', 400],
];

describe('a path without a handler', () => {
  it.each(refused)('%s %s is problem JSON for a program', async (method, path, status) => {
    const response = await send(method, path);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(response.text)).toMatchObject({
      status,
      code: expect.stringMatching(/^(NOT_FOUND|METHOD_NOT_ALLOWED|MALFORMED)$/),
      title: expect.any(String),
      detail: expect.any(String),
      type: expect.stringContaining('/api/docs#'),
    });
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['cache-control']).toBe('no-store');
    if (status === 405) expect(response.headers['allow']).toBe('POST');
  });

  it.each(refused)('%s %s is the page for a person', async (method, path, status) => {
    const response = await send(method, path, navigation);
    expect([response.status, response.type, response.text]).toEqual([status, 'text/html; charset=utf-8', PAGE]);
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('is the page for an older browser, which says only what it takes', async () => {
    expect((await send('GET', '/api/nothing', { accept: 'text/html' })).text).toBe(PAGE);
  });

  it('is problem JSON where HTTP itself is broken', async () => {
    const connection = await RawConnection.to(gateway.url);
    connection.write('NONSENSE\r\n\r\n');
    await eventually(() => expect(connection.closed).toBe(true));
    expect(connection.received).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*application\/problem\+json[^]*"code":"MALFORMED"/,
    );
  });
});

describe('what a call refuses', () => {
  it('stays problem JSON, also in the address bar', async () => {
    const response = await send('GET', '/api/discoveries/nearby', navigation);
    expect([response.status, response.type]).toEqual([422, 'application/problem+json; charset=utf-8']);
  });
});

describe('an error of our own or of a library', () => {
  it('is problem JSON for a program and the page for a person, with nothing of it inside', async () => {
    const broken = jest
      .spyOn(gateway.app.get(Visitors), 'of')
      .mockRejectedValue(new TypeError('Cannot read properties of secret'));
    const [program, person] = [await send('GET', '/api/auth/user'), await send('GET', '/api/auth/user', navigation)];
    broken.mockRestore();
    expect([program.status, program.type]).toEqual([500, 'application/problem+json; charset=utf-8']);
    expect(program.text).not.toContain('secret');
    expect([person.status, person.text]).toEqual([500, PAGE]);
  });
});

describe('an unavailable issuer', () => {
  it('sends people to the screen that says so, wherever they were on their way, and programs a 503', async () => {
    const withoutUsers = await runGateway({ WEB_DIST: folder, USERS_URL: 'http://127.0.0.1:9' });
    const at = async (path: string, headers = {}) => request(`${withoutUsers.url}${path}`, { headers });
    for (const path of ['/oidc/auth?client_id=x', '/oidc/.well-known/openid-configuration']) {
      const person = await at(path, navigation);
      expect([path, person.statusCode, person.headers['location']]).toEqual([
        path,
        302,
        '/sign-in?problem=away&returnTo=%2F',
      ]);
      await person.body.dump();
      const program = await at(path);
      expect([path, program.statusCode, program.headers['content-type'], program.headers['retry-after']]).toEqual([
        path,
        503,
        'application/problem+json; charset=utf-8',
        '1',
      ]);
      await program.body.dump();
    }
    await withoutUsers.stop();
  });
});
