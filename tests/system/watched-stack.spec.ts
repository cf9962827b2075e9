// One running stack for what operators see of it, traces and the metrics that rules and dashboards read, and for the
// programs of the last release.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@sprayhunt/contracts';
import { startStack, type Stack } from '@sprayhunt/local';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testLastRelease } from './last-release.tests.js';
import { namesIn, rulesIn, seriesIn } from './metric-names.js';
import { Player } from './player.js';
import { SpanReceiver } from './span-receiver.js';

const START_WITHIN = 180_000;
const OUTSIDE = '4bf92f3577b34da6a3ce929d0e0e4736';

const data = mkdtempSync(path.join(tmpdir(), 'sprayhunt-watched-'));
let receiver: SpanReceiver;
let stack: Stack;
let player: Player;

beforeAll(async () => {
  receiver = await SpanReceiver.open();
  stack = await startStack({
    data,
    catalogues: false,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1', OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
  player = await Player.signUp(stack.url);
}, START_WITHIN);
afterAll(async () => {
  await stack?.stop();
  receiver.close();
  rmSync(data, { recursive: true, force: true });
});

describe('a trace', () => {
  it('leads from the request of a browser through gateway, service, outbox, bus and handler to the live update', async () => {
    const live = await player.send('GET', '/api/live', undefined, {}, 60_000);
    const updates = live.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    await player.document();
    await eventually(async () => expect((await updates.next()).value).toContain('event: tokens'), { timeout: 20_000 });
    await updates.return?.();

    await eventually(() => {
      const root = receiver.spans.find(({ name }) => name === 'POST /api/discoveries')!;
      const below = (parent: string | undefined) =>
        receiver.spans
          .filter((span) => span.traceId === root?.traceId && span.parent === parent)
          .map(({ service, name }) => `${service}: ${name}`);
      const find = (service: string, name: string) =>
        receiver.spans.find((span) => span.traceId === root?.traceId && span.service === service && span.name === name)
          ?.spanId ?? 'missing';
      expect(root).toMatchObject({
        service: 'gateway',
        parent: undefined,
        attributes: { 'http.route': '/api/discoveries' },
      });
      expect(below(root.spanId)).toEqual(['gateway: fetch discovery']);
      expect(below(find('gateway', 'fetch discovery'))).toEqual(['discovery: POST /graphql']);
      expect(below(find('discovery', 'POST /graphql'))).toEqual(
        expect.arrayContaining(['discovery: publish discovery.discovery-created.v1', 'users: handle book-award']),
      );
      expect(below(find('users', 'handle book-award'))).toEqual(
        expect.arrayContaining(['users: publish users.tokens-awarded.v1', 'gateway: show TokensAwarded']),
      );
    });
  });

  it('is not named by a caller from outside', async () => {
    const seen = receiver.spans.length;
    await player.send('GET', '/api/discoveries/nearby?latitude=45.5&longitude=-73.6', undefined, {
      traceparent: `00-${OUTSIDE}-00f067aa0ba902b7-01`,
    });
    await eventually(() =>
      expect(receiver.spans.slice(seen).map(({ service }) => service)).toEqual(
        expect.arrayContaining(['gateway', 'discovery']),
      ),
    );
    expect(receiver.spans.filter(({ traceId }) => traceId === OUTSIDE)).toEqual([]);
  });

  it('contains nothing about a player: neither addresses with their query nor texts', () => {
    const names = [...new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
    expect(names).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'messaging.batch.message_count',
      'messaging.destination.name',
      'messaging.message.id',
      'messaging.system',
      'peer.service',
    ]);
  });
});

describe('without a collector', () => {
  /** How many of OpenTelemetry's modules a process has loaded that starts tracing with these variables. */
  const loaded = (variables: Record<string, string>): number => {
    const url = new URL('../../libs/service-kit/dist/tracing/tracing.js', import.meta.url).href;
    const script = `import { Module } from 'node:module';
      const { startTracing } = await import('${url}');
      await startTracing('test', ${JSON.stringify(variables)});
      console.log(Object.keys(Module._cache).filter((file) => file.includes('@opentelemetry')).length);
      process.exit();`;
    return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  };

  it('nothing is recorded, and no library is loaded for it', () => {
    expect(loaded({})).toBe(0);
    expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'always_off' })).toBeGreaterThan(0);
  });
});

describe('the metrics', () => {
  const folder = (name: string) => fileURLToPath(new URL(`../../observability/${name}`, import.meta.url));
  const filesOf = (name: string) =>
    readdirSync(folder(name)).map((file) => [file, readFileSync(`${folder(name)}/${file}`, 'utf8')] as const);
  let exported: Set<string>;

  beforeAll(async () => {
    const texts = await Promise.all(
      serviceNames.map(async (name) => (await fetch(stack.service(name).metricsUrl)).text()),
    );
    exported = new Set(['up', ...texts.flatMap(namesIn)]);
  });

  it('that rules and dashboards read are all exported by a program or recorded by a rule', () => {
    const expressions = [
      ...filesOf('prometheus/rules').flatMap(([file, text]) =>
        rulesIn(text).expressions.map((expr) => [file, expr] as const),
      ),
      ...filesOf('grafana/dashboards').flatMap(([file, text]) =>
        (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
          targets.map(({ expr }) => [file, expr] as const),
        ),
      ),
    ];
    const recorded = new Set(filesOf('prometheus/rules').flatMap(([, text]) => rulesIn(text).recorded));
    expect(expressions.length).toBeGreaterThan(80);
    const unknown = expressions.flatMap(([file, expr]) =>
      seriesIn(expr)
        .filter((name) => !exported.has(name) && !recorded.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

// The last: today's programs have been restarted after it.
testLastRelease(() => stack, data);
