// The whole product with two processes of each service behind one address, as `npm start -- --replicas 2` runs it. Its
// faults are in replicas-faults.spec.ts.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { startStack, type Stack } from '@sprayhunt/local';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askToken, partnersCommand, START_WITHIN, uploadPicture } from './access/world.js';
import { expectInvariants } from './invariants.js';
import { inLanes } from './lanes.js';
import { mainJob } from './main-job.js';
import { OpenLoop } from './open-loop.js';
import { Player } from './player.js';
import { AROUND, playersMix } from './players-mix.js';

const PER_SECOND = 50;
/** Of one address and one client; all other limits are those of local mode. */
const [CODES, POINTS] = [100, 10_000];

const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-replicas-'));
let stack: Stack;
let gateways: [string, string];
let players: Player[];
let imageUrl: string;

beforeAll(async () => {
  const env = {
    TRUST_PROXY: 'loopback',
    EVENT_ACK_WAIT_MS: '2000',
    LIMIT_CODES_PER_ADDRESS: `${CODES}/600`,
    RATE_POINTS: `${POINTS}/3600`,
  };
  stack = await startStack({ replicas: 2, catalogues: false, data: folder, env });
  gateways = stack.instances('gateway').map(({ url }) => url) as [string, string];
  players = await Promise.all([1, 2, 3].map(() => Player.signUp(stack.url)));
  imageUrl = await uploadPicture(players[0]!);
}, START_WITHIN);
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A player at each of the gateways, with one session. */
const atBoth = (player: Player) => gateways.map((url) => player.through(url)) as [Player, Player];
const fromAddress = (address: string) => ({ 'x-forwarded-for': address });

it('runs two processes of each service, and the main job at their one address and at each gateway', async () => {
  const pids = serviceNames.flatMap((name) => stack.instances(name).map(({ pid }) => pid()));
  expect(new Set(pids.filter((pid) => pid !== null)).size).toBe(2 * serviceNames.length);
  players.push(await mainJob(stack.url));
  for (const one of atBoth(players[0]!)) {
    const { id } = await one.document();
    for (const same of atBoth(players[0]!)) expect(await same.read(`/api/discoveries/${id}`)).toMatchObject({ id });
  }
});

describe('what two gateways share', () => {
  it('the limit of codes of an address, and points of a client', async () => {
    const guest = Player.guest(stack.url);
    const requestCode = async (turn: number, address = '203.0.113.9') =>
      (
        await atBoth(guest)[(turn % 2) as 0 | 1].send(
          'POST',
          '/api/login/code',
          { contact: `nobody${turn}@example.org` },
          fromAddress(address),
        )
      ).status;
    await requestCode(0, '203.0.113.8');
    const turns = Array.from({ length: CODES + 30 }, (_, turn) => turn);
    const inTurn = async (lane: number[]) => {
      const statuses: number[] = [];
      for (const turn of lane) statuses.push(await requestCode(turn));
      return statuses;
    };
    const codes = (await Promise.all(inLanes(turns, 10).map(inTurn))).flat();
    expect([202, 429].map((status) => codes.filter((one) => one === status).length)).toEqual([CODES, 30]);

    const made = await partnersCommand(folder, 'create', '--name', 'Maps', '--scopes', 'discoveries:read');
    const { access_token: token } = await askToken(
      stack,
      JSON.parse(made.stdout) as { clientId: string; clientSecret: string },
      'discoveries:read',
    );
    const left: number[] = [];
    for (const url of [...gateways, ...gateways]) {
      const response = await fetch(`${url}/api/map/works/12/1210/1463.mvt`, {
        headers: { authorization: `Bearer ${token}` },
      });
      left.push(Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]));
      await response.arrayBuffer();
    }
    expect(left).toEqual([1, 2, 3, 4].map((tiles) => POINTS - 10 * tiles));
  });

  it('results of an idempotency key', async () => {
    const [one, other] = atBoth(players[0]!);
    for (const [path, body] of [
      ['/api/community/forum', { title: 'Caps', content: `Fat or thin? ${randomUUID()}` }],
      ['/api/discoveries', { title: `Once ${randomUUID()}`, latitude: 45.51, longitude: -73.51 }],
    ] as const) {
      const headers = { 'idempotency-key': randomUUID() };
      const send = async (player: Player) => {
        const response = await player.send('POST', path, body, headers);
        const { id, tokensAwarded } = (await response.json()) as { id: string; tokensAwarded: number };
        return { status: response.status, id, tokensAwarded };
      };
      const first = await eventually(async () => {
        const both = await Promise.all([send(one), send(other)]);
        expect(both.map(({ status }) => status)).toContain(201);
        return both.find(({ status }) => status === 201)!;
      });
      if (path === '/api/discoveries') players[0]!.accepted.push({ id: first.id, tokensAwarded: first.tokensAwarded });
      for (const player of [one, other]) expect(await send(player)).toMatchObject({ status: 201, id: first.id });
    }
  });

  it('sessions, and their end within two seconds', async () => {
    const phone = await players[0]!.elsewhere();
    for (const same of atBoth(phone)) expect((await same.send('GET', '/api/auth/user')).status).toBe(200);
    expect((await players[0]!.send('DELETE', '/api/profile/sessions')).status).toBe(204);
    for (const same of atBoth(phone))
      await eventually(async () => expect((await same.send('GET', '/api/auth/user')).status).toBe(401), {
        timeout: 2_000,
      });
    for (const same of atBoth(players[0]!)) expect((await same.send('GET', '/api/auth/user')).status).toBe(200);
  });

  it('live updates: a viewport sent to one gateway gets its events from the other', async () => {
    const [one, other] = atBoth(players[1]!);
    const giveUp = new AbortController();
    const response = await fetch(`${gateways[1]}/api/live`, { headers: other.headers, signal: giveUp.signal });
    let notified = '';
    const reading = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) notified += part;
    })().catch(() => undefined);
    await one.read(`/api/discoveries/nearby?${AROUND}&radius=50000`);
    const documenting = atBoth(players[2]!);
    // The gateway subscribes, and learns of the viewport, after it has responded; from the first event on none is lost.
    await eventually(async () => {
      const { id } = await documenting[0].document();
      await eventually(() => expect(notified).toContain(id), { timeout: 1_000 });
    });
    expect(notified).toContain('event: discovery');
    const ids: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) ids.push((await documenting[(turn % 2) as 0 | 1].document()).id);
    await eventually(() => expect(ids.filter((id) => !notified.includes(id))).toEqual([]));
    giveUp.abort();
    await reading;
  });

  it('uploads in several requests', async () => {
    const player = players[0]!;
    const { uploadURL } = (await (await player.send('POST', '/api/objects/upload?purpose=artwork')).json()) as {
      uploadURL: string;
    };
    const picture = Buffer.from(await (await fetch(`${stack.url}${imageUrl}`)).arrayBuffer());
    const tus = { 'tus-resumable': '1.0.0', connection: 'close' };
    const path = new URL(uploadURL).pathname + new URL(uploadURL).search;
    expect(
      (
        await fetch(`${stack.url}${path}`, {
          method: 'POST',
          headers: { ...tus, 'upload-length': String(picture.length) },
        })
      ).status,
    ).toBe(201);
    const half = Math.floor(picture.length / 2);
    const parts = [picture.subarray(0, half), picture.subarray(half)];
    const statuses: number[] = [];
    for (const [at, part] of parts.entries()) {
      const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at * half) };
      statuses.push(
        (await fetch(`${stack.url}${path}`, { method: 'PATCH', headers, body: new Uint8Array(part) })).status,
      );
    }
    expect(statuses).toEqual([204, 200]);
  });
});

describe('a rolling restart', () => {
  it(`of the processes of each service, one after the other, fails none of ${PER_SECOND} requests a second`, async () => {
    const former = serviceNames.flatMap((name) => stack.instances(name).map(({ pid }) => pid()));
    const load = new OpenLoop(stack.url, PER_SECOND, playersMix(players, imageUrl));
    const roll = async (names: ServiceName[]) => {
      for (const name of names) for (const instance of stack.instances(name)) await instance.restart();
    };
    try {
      // Three at a time, to be done sooner: of each service, one process always serves.
      await Promise.all(inLanes(serviceNames, 3).map(roll));
    } finally {
      await load.stop();
    }
    expect(load.faults).toEqual([]);
    expect(load.sent).toBeGreaterThan(PER_SECOND * 5);
    const now = serviceNames.flatMap((name) => stack.instances(name).map(({ pid }) => pid()));
    expect(now.filter((pid) => pid === null || former.includes(pid))).toEqual([]);
    await expectInvariants(stack, players);
  }, 180_000);
});
