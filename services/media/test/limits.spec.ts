import { eventually } from '@sprayhunt/service-kit/testing';
import { ConfigError, loadConfig, uuidv7 } from '@sprayhunt/service-kit';
import { guest } from '@sprayhunt/service-kit/harness';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mediaConfig } from '../src/config.js';
import { cameraJpeg, stripes } from './photos.js';
import { runMedia, type RunningMedia } from './running-service.js';

let media: RunningMedia | undefined;
afterEach(async () => {
  await media?.stop();
  media = undefined;
});

describe('limits', () => {
  it('refuses a subject who holds too many unused addresses, until one is used', async () => {
    media = await runMedia({ UPLOADS_OPEN_PER_SUBJECT: '3' });
    const caller = guest();
    const held = [await media.ticket(caller), await media.ticket(caller), await media.ticket(caller)];
    const { errors } = await media.requestUpload(caller);
    expect(errors?.[0]?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 60 });
    expect((await media.requestUpload(guest())).errors).toBeUndefined();
    await media.put(held[0]!.path, await cameraJpeg());
    expect((await media.requestUpload(caller)).errors).toBeUndefined();
  });

  it('refuses them also where they come at once', async () => {
    media = await runMedia({ UPLOADS_OPEN_PER_SUBJECT: '3', UPLOADS_PER_ADDRESS: '5' });
    const caller = guest();
    const { requestUpload } = media;
    const codes = (results: Awaited<ReturnType<typeof requestUpload>>[]) =>
      results.map(({ errors }) => errors?.[0]?.extensions.code).filter(Boolean);
    expect(codes(await Promise.all(Array.from({ length: 8 }, () => requestUpload(caller))))).toEqual(
      Array(5).fill('RATE_LIMITED'),
    );
    const from = Array.from({ length: 8 }, () => ({
      kind: 'guest' as const,
      subject: uuidv7(),
      address: '198.51.100.9',
    }));
    expect(codes(await Promise.all(from.map((each) => requestUpload(each))))).toEqual(Array(3).fill('RATE_LIMITED'));
  });

  it('refuses a client address that asks too often, under however many sessions', async () => {
    media = await runMedia({ UPLOADS_PER_ADDRESS: '3' });
    const from = (address: string) => ({ kind: 'guest' as const, subject: uuidv7(), address });
    for (let i = 0; i < 3; i++) await media.ticket(from('198.51.100.1'));
    expect((await media.requestUpload(from('198.51.100.1'))).errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await media.requestUpload(from('198.51.100.2'))).errors).toBeUndefined();
  });

  it('returns 503 with Retry-After when pictures arrive faster than they can be made, and loses none', async () => {
    media = await runMedia({ PIPELINE_SLOTS: '1', PIPELINE_WAIT_MS: '1' });
    const running = media;
    const photo = await stripes(3000, 2000).jpeg().toBuffer();
    const tickets = await Promise.all(Array.from({ length: 8 }, () => running.ticket()));
    const responses = await Promise.all(tickets.map(({ path }) => running.put(path, photo)));
    const turned = responses.filter(({ status }) => status !== 200);
    expect(turned.length).toBeGreaterThan(0);
    for (const { status, headers, body } of turned)
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2']);
    for (const { path } of tickets)
      await eventually(async () => expect((await running.put(path, photo)).status).toBe(200));
  });
});

(process.env['TEST_S3_ENDPOINT'] ? describe : describe.skip)('on an S3 server (needs TEST_S3_ENDPOINT)', () => {
  it('takes in, serves and sweeps a picture', async () => {
    media = await runMedia({
      STORE_DRIVER: 's3',
      S3_ENDPOINT: process.env['TEST_S3_ENDPOINT']!,
      S3_ACCESS_KEY: process.env['TEST_S3_ACCESS_KEY']!,
      S3_SECRET_KEY: process.env['TEST_S3_SECRET_KEY']!,
      S3_BUCKET: `sprayhunt-${uuidv7()}`,
    });
    const id = await media.picture(guest(), await cameraJpeg());
    const { status, headers, body } = await media.get(`/objects/${id}`);
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'image/webp',
      String(body.length),
    ]);
    await media.database.query(`UPDATE pictures SET unused_since = now() - interval '2 days'`);
    await media.sweep();
    expect((await media.get(`/objects/${id}`)).status).toBe(404);
    const left = [];
    for (const folder of ['objects/', 'withheld/', 'parts/'])
      for await (const object of media.store.list(folder)) left.push(object);
    expect(left).toEqual([]);
  });
});

describe('the configuration', () => {
  const base = {
    PORT: '1',
    METRICS_PORT: '2',
    DATABASE_URL: 'postgres://media@localhost/x',
    NATS_URL: 'nats://localhost',
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----',
    PUBLIC_URL: 'https://play.example',
    UPLOAD_SECRET: 'x'.repeat(32),
  };
  const faults = (env: Record<string, string>) => {
    try {
      loadConfig(mediaConfig, { ...base, ...env });
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };

  it('names what the chosen store is missing', () => {
    expect(faults({})).toEqual(['STORE_FOLDER: is needed where STORE_DRIVER is folder']);
    expect(faults({ STORE_DRIVER: 's3', S3_BUCKET: 'pictures' })).toEqual(
      ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].map((name) => `${name}: is needed where STORE_DRIVER is s3`),
    );
    expect(faults({ STORE_FOLDER: '/pictures' })).toEqual([]);
  });

  it('refuses a weak secret', () => {
    expect(faults({ STORE_FOLDER: '/pictures', UPLOAD_SECRET: 'short' })).toHaveLength(1);
  });

  it('is generous locally and careful in production', () => {
    const limit = (MODE: string) =>
      loadConfig(mediaConfig, { ...base, STORE_FOLDER: '/pictures', MODE }).UPLOADS_PER_ADDRESS;
    expect(limit('local')).toBeGreaterThan(limit('production'));
  });
});
