import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually, freePorts } from '@sprayhunt/service-kit/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Balancer } from './balancer.js';

class Program {
  isReady = true;
  private constructor(
    readonly name: string,
    readonly port: number,
    readonly server: Server,
  ) {}

  /** Returns its name and the received request. */
  static async start(name: string): Promise<Program> {
    const server = createServer(
      (request, response) => void text(request).then((sent) => response.end(`${name} ${sent}`)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Program(name, (server.address() as { port: number }).port, server);
  }

  ready = (): Promise<boolean> => Promise.resolve(this.isReady);

  /** As a killed process: its port is closed and its connections break. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

let programs: Program[];
let balancer: Balancer;
let url: string;
beforeEach(async () => {
  programs = await Promise.all(['one', 'two'].map((name) => Program.start(name)));
  balancer = new Balancer(programs);
  const [port] = (await freePorts(1)) as [number];
  await balancer.listen(port, '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  balancer.close();
  await Promise.all(programs.map((program) => program.kill()));
});

const ask = async (headers: Record<string, string> = { connection: 'close' }) => (await fetch(url, { headers })).text();
const asked = (times: number) => Promise.all(Array.from({ length: times }, () => ask()));

it('gives each connection to the next program', async () => {
  expect((await asked(6)).sort()).toEqual(['one ', 'one ', 'one ', 'two ', 'two ', 'two ']);
});

it('sends no new connection to a program that is not ready, while another one is, and keeps its open ones', async () => {
  const kept = await Promise.all([1, 2].map(() => openConnection()));
  expect((await Promise.all(kept.map(({ say }) => say()))).sort()).toEqual(['one ', 'two ']);
  programs[0]!.isReady = false;
  await eventually(async () => expect(new Set(await asked(4))).toEqual(new Set(['two '])));
  expect((await Promise.all(kept.map(({ say }) => say()))).sort()).toEqual(['one ', 'two ']);
  for (const { close } of kept) close();
});

it('sends all to the program that has not been ready for longest while none is', async () => {
  for (const [restarted, other] of [programs, programs.toReversed()] as [Program, Program][]) {
    restarted.isReady = false;
    await eventually(async () => expect(new Set(await asked(4))).toEqual(new Set([`${other.name} `])));
    other.isReady = false;
    await eventually(async () => expect(new Set(await asked(4))).toEqual(new Set([`${restarted.name} `])));
    restarted.isReady = other.isReady = true;
    await eventually(async () => expect((await asked(2)).sort()).toEqual(['one ', 'two ']));
  }
});

it('moves new connections of a killed program to the others, at once', async () => {
  await programs[1]!.kill();
  expect(await asked(6)).toEqual(Array.from({ length: 6 }, () => 'one '));
});

it('ends a connection whose program was killed, and one for which there is none', async () => {
  const kept = await openConnection();
  await kept.say();
  await Promise.all(programs.map((program) => program.kill()));
  await kept.ended;
  await expect(ask()).rejects.toThrow('fetch failed');
});

it('passes on a large body, and the end of a client that sends no more', async () => {
  const body = 'x'.repeat(5_000_000);
  const response = await (await fetch(url, { method: 'POST', body })).text();
  expect([`one ${body}`, `two ${body}`].includes(response)).toBe(true);
  const half = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  half.end('GET / HTTP/1.0\r\n\r\n');
  expect(await text(half)).toMatch(/\r\n\r\n(one|two) $/);
});

/** A kept connection, on which requests are sent one after the other. */
async function openConnection() {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.on('error', () => undefined);
  return {
    say: async () => {
      socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
      const response = String(await new Promise((resolve) => socket.once('data', resolve)));
      return /\r\n([^\r\n]*?)(\r\n0\r\n\r\n)?$/.exec(response)![1]!;
    },
    ended: new Promise((resolve) => socket.once('close', resolve)),
    close: () => socket.destroy(),
  };
}
