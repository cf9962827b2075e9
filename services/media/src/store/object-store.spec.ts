import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import { S3Store, type S3Options } from './s3-store.js';

const folder = mkdtempSync(join(tmpdir(), 'sprayhunt-store-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `eval "$(.ci/s3.sh start)"` starts a server and sets these. */
const s3: S3Options | undefined = process.env['TEST_S3_ENDPOINT']
  ? {
      endpoint: process.env['TEST_S3_ENDPOINT'],
      accessKey: process.env['TEST_S3_ACCESS_KEY']!,
      secretKey: process.env['TEST_S3_SECRET_KEY']!,
      region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
      bucket: `sprayhunt-${randomUUID()}`,
      pathStyle: true,
    }
  : undefined;

/** What every driver promises. */
function keepsContract(open: () => ObjectStore): void {
  const store = open();
  const newKey = () => `objects/7f/${randomUUID()}/large.webp`;
  const contentOf = async (key: string) => buffer((await store.read(key))!.body);

  beforeAll(() => store.prepare());

  it('prepares a second time without harm', async () => {
    await expect(open().prepare()).resolves.toBeUndefined();
  });

  it('returns the bytes of a buffer, with size and time', async () => {
    const key = newKey();
    const bytes = randomBytes(70_000);
    await store.write(key, bytes);
    const { body, ...found } = (await store.read(key))!;
    expect((await buffer(body)).equals(bytes)).toBe(true);
    expect(found.bytes).toBe(bytes.length);
    expect(Math.abs(Date.now() - found.modified.getTime())).toBeLessThan(10_000);
    expect(await store.stat(key)).toEqual(found);
  });

  it('replaces an object', async () => {
    const key = newKey();
    await store.write(key, Buffer.from('a longer first version'));
    await store.write(key, Buffer.from('second'));
    expect((await contentOf(key)).toString()).toBe('second');
    expect((await store.stat(key))!.bytes).toBe(6);
  });

  it('returns null for an unknown key', async () => {
    expect(await store.read(newKey())).toBeNull();
    expect(await store.stat(newKey())).toBeNull();
  });

  it('removes many keys at once, absent ones too', async () => {
    const keys = [newKey(), newKey(), newKey()];
    await Promise.all(keys.map((key) => store.write(key, Buffer.from('x'))));
    await store.remove([...keys, newKey()]);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual([null, null, null]);
    await expect(store.remove(keys)).resolves.toBeUndefined();
    await expect(store.remove([])).resolves.toBeUndefined();
  });

  it('lists keys below a prefix only', async () => {
    const pictures = `pictures-${randomUUID().slice(0, 8)}`;
    const keys = [`${pictures}/one`, `${pictures}/deeper/two`];
    await Promise.all([...keys, `${pictures}x/three`].map((key) => store.write(key, Buffer.from('four'))));
    const found = [];
    for await (const object of store.list(`${pictures}/`)) found.push(object);
    expect(found.map(({ key }) => key).sort()).toEqual([...keys].sort());
    expect(found.every(({ bytes, modified }) => bytes === 4 && modified instanceof Date)).toBe(true);
  });

  it('lists nothing where there is nothing', async () => {
    const found = [];
    for await (const object of store.list(`nowhere-${randomUUID()}/`)) found.push(object);
    expect(found).toEqual([]);
  });

  it('stores one whole object for ten writers of one key', async () => {
    const key = newKey();
    const versions = Array.from({ length: 10 }, (_, i) => Buffer.alloc(30_000, i));
    await Promise.all(versions.map((version) => store.write(key, version)));
    const left = await contentOf(key);
    expect(versions.some((version) => version.equals(left))).toBe(true);
  });

  it.each([
    '../escape',
    'objects/../../escape',
    '/etc/passwd',
    'objects//x',
    '.incoming/x',
    'a/./b',
    'a\\b',
    'a\0b',
    '',
    'A/B',
    `${'a'.repeat(300)}`,
  ])('refuses the key %j for everything', async (key) => {
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store.read(key)).rejects.toThrow(RangeError);
    await expect(store.stat(key)).rejects.toThrow(RangeError);
    await expect(store.remove([key])).rejects.toThrow(RangeError);
  });
}

describe('the folder store', () => {
  keepsContract(() => new FolderStore(join(folder, 'made', 'on', 'demand')));

  it('leaves no part of a failed write behind', async () => {
    const root = join(folder, 'parts');
    const store = new FolderStore(root);
    await store.prepare();
    await store.write('objects/x', Buffer.from('a file, so nothing can lie below it'));
    await expect(store.write('objects/x/large.webp', Buffer.from('x'))).rejects.toThrow();
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
  });

  it('removes files that a crash left incomplete, but none that is being written', async () => {
    const root = join(folder, 'crashed');
    await mkdir(join(root, '.incoming'), { recursive: true });
    const [abandoned, current] = ['abandoned', 'current'].map((name) => join(root, '.incoming', name));
    await writeFile(abandoned!, 'x');
    await utimes(abandoned!, 0, Date.now() / 1_000 - 7_200);
    await writeFile(current!, 'x');
    await new FolderStore(root).prepare();
    expect(await readdir(join(root, '.incoming'))).toEqual(['current']);
  });

  it('keeps no empty folder for a removed picture', async () => {
    const root = join(folder, 'emptied');
    const store = new FolderStore(root);
    await store.prepare();
    await store.write('objects/7f/picture/large.webp', Buffer.from('x'));
    await store.remove(['objects/7f/picture/large.webp']);
    expect(await readdir(join(root, 'objects', '7f'))).toEqual([]);
  });
});

(s3 ? describe : describe.skip)('the S3 store (needs TEST_S3_ENDPOINT)', () => {
  const options = s3!;
  if (s3) keepsContract(() => new S3Store(options));

  it('is refused with a wrong secret key', async () => {
    const intruder = new S3Store({ ...options, secretKey: 'not the secret key' });
    await expect(intruder.write('objects/x', Buffer.from('x'))).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect(await new S3Store(options).stat('objects/x')).toBeNull();
  });

  it('returns 403 to a request that was tampered with or signed with a wrong key', async () => {
    await new S3Store(options).write('objects/signed', Buffer.from('signed'));
    const { hostname, port } = new URL(options.endpoint);
    const signed = (keys: Partial<S3Options> = {}) =>
      new Client({ ...options, ...keys, endPoint: hostname, port: Number(port), useSSL: false }).presignedGetObject(
        options.bucket,
        'objects/signed',
        60,
      );
    const url = await signed();
    expect(await (await fetch(url)).text()).toBe('signed');
    const refused = [
      url.replace('objects/signed', 'objects/other'),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      await signed({ secretKey: 'not the secret key' }),
      await signed({ accessKey: 'test:nobody' }),
    ];
    expect(await Promise.all(refused.map(async (wrong) => (await fetch(wrong)).status))).toEqual([403, 403, 403, 403]);
  });
});

(process.env['CI'] ? it : it.skip)('runs against a real S3 server in CI (needs CI)', () => {
  // Where this fails, start a server: eval "$(.ci/s3.sh start)"
  expect(s3).toBeDefined();
});
