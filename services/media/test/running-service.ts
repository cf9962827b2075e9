import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { jetstream } from '@nats-io/jetstream';
import type { DataOf, EventDefinition } from '@sprayhunt/contracts';
import { loadConfig, newSubject, NOBODY, runService, uuidv7, type Identity } from '@sprayhunt/service-kit';
import { connectToNats, eventually, freePorts, testDatabase, testNats } from '@sprayhunt/service-kit/testing';
import { DataSource } from 'typeorm';
import { expect } from 'vitest';
import { mediaConfig } from '../src/config.js';
import { MediaModule } from '../src/media.module.js';
import { OBJECT_STORE, type ObjectStore } from '../src/store/object-store.js';
import { SweeperService } from '../src/sweeping/sweeper.service.js';
import type { UploadAnswer } from '../src/uploads/receive-upload.service.js';

const keys = generateKeyPairSync('ed25519');

/** A signed identity, as the gateway makes them. */
function identityToken(identity: Identity): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ ...identity, aud: 'media', iat: now, exp: now + 60 })}`;
  return `${content}.${sign(null, Buffer.from(content), keys.privateKey).toString('base64url')}`;
}

export const guest = (): Identity & { subject: string } => {
  const subject = newSubject();
  return { kind: 'guest', subject, session: subject, address: `203.0.113.${randomBytes(1)[0]}` };
};

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { field: string; code: string; detail: string }[];
}

interface GraphQLAnswer<T> {
  data: T | null;
  errors?: { message: string; extensions: { code: string; retryAfter?: number } }[];
}

export interface Sent<T> {
  status: number;
  headers: IncomingHttpHeaders;
  body: T;
}

/** A database, a store and the environment that goes with them. */
async function prepare(env: Record<string, string>) {
  const database = await testDatabase('media');
  const folder = await mkdtemp(join(tmpdir(), 'sprayhunt-media-'));
  const stream = `media-${randomUUID().slice(0, 8)}`;
  const [port, metricsPort] = await freePorts(2);
  const environment: Record<string, string> = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    NATS_URL: testNats(),
    STREAM: stream,
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    PUBLIC_URL: 'https://play.example',
    UPLOAD_SECRET: randomBytes(32).toString('hex'),
    STORE_FOLDER: folder,
    SPOOL_FOLDER: join(folder, '.spool'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...env,
  };
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, environment, folder, stream, remove };
}

/** What can be asked of the service by HTTP. */
function clientOf(url: string) {
  async function ask<T>(query: string, variables: object = {}, as?: Identity): Promise<GraphQLAnswer<T>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${identityToken(as ?? NOBODY)}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphQLAnswer<T>;
  }

  async function requestUpload(as: Identity | undefined = guest(), purpose?: string): Promise<GraphQLAnswer<{ requestUpload: { uploadURL: string } }>> {
    return ask(`mutation ($purpose: UploadPurpose) { requestUpload(purpose: $purpose) { uploadURL } }`, purpose ? { purpose } : {}, as);
  }

  /** A ticket, as path and query: what the gateway sends on to this service. */
  async function ticket(as?: Identity, purpose?: string): Promise<{ id: string; path: string; uploadURL: string }> {
    const { data, errors } = await requestUpload(as, purpose);
    if (!data) throw new Error(JSON.stringify(errors));
    const { uploadURL } = data.requestUpload;
    const { pathname, search } = new URL(uploadURL);
    return { id: pathname.split('/').at(-1)!, path: pathname + search, uploadURL };
  }

  /** Plain HTTP, so that headers and the pace of the body can be anything. */
  function send<T = UploadAnswer & Problem>(method: string, path: string, body?: Buffer | Readable, headers: Record<string, string> = {}): Promise<Sent<T>> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
        buffer(response)
          .then((bytes) => {
            const json = bytes.length > 0 && /json/.test(response.headers['content-type'] ?? '');
            resolve({ status: response.statusCode!, headers: response.headers, body: (json ? JSON.parse(bytes.toString()) : bytes) as T });
          })
          .catch(reject);
      });
      // A refusal may come while the body is still on its way; then the line is cut, which is no failure.
      request.on('error', (error) => setTimeout(() => reject(error), 200));
      request.flushHeaders();
      if (body instanceof Readable) body.on('error', () => request.destroy()).pipe(request);
      else request.end(body);
    });
  }

  const put = (path: string, body: Buffer, headers: Record<string, string> = {}) =>
    send('PUT', path, body, { 'content-length': String(body.length), 'content-type': 'application/octet-stream', ...headers });

  return {
    ask,
    requestUpload,
    ticket,
    send,
    put,
    /** A picture that is ready, and its id. */
    picture: async (as: Identity, file: Buffer, purpose?: string): Promise<string> => {
      const { id, path } = await ticket(as, purpose);
      const { status } = await put(path, file);
      if (status !== 200) throw new Error(`The upload was answered ${status}`);
      return id;
    },
    get: (path: string, headers: Record<string, string> = {}) => send<Buffer>('GET', path, undefined, headers),
    /** What the service holds about a player, by an identity of the gateway. */
    personalData: (as: Identity) => fetch(`${url}/personal-data`, { headers: { authorization: `Bearer ${identityToken(as)}` } }),
  };
}

/** The media service as a process of its own, as it runs in production, for what has to be measured. */
export async function spawnMedia(env: Record<string, string> = {}) {
  const { url, environment, remove } = await prepare(env);
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=256', '--max-semi-space-size=2', program], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...environment },
  });
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 30_000 });
  return {
    url,
    pid: child.pid!,
    ...clientOf(url),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await remove();
    },
  };
}

/** The media service as a whole, over HTTP, on a database and a store of its own. */
export async function runMedia(env: Record<string, string> = {}) {
  const { url, environment, folder, stream, remove } = await prepare(env);
  const config = loadConfig(mediaConfig, environment);
  const service = await runService('media', MediaModule.forConfig(config), config);
  return {
    url,
    ...clientOf(url),
    app: service.app,
    config,
    database: service.app.get(DataSource),
    store: service.app.get<ObjectStore>(OBJECT_STORE),
    sweep: () => service.app.get(SweeperService).sweep(),
    /** Everything that is in the store. */
    stored: async (): Promise<string[]> =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    /** Says a fact of another service. */
    publish: async <D extends EventDefinition>(definition: D, data: DataOf<D>, time = new Date()): Promise<void> => {
      const connection = await connectToNats();
      const id = uuidv7();
      const event = {
        specversion: '1.0',
        id,
        source: `/services/${definition.owner}`,
        type: definition.type,
        time: time.toISOString(),
        subject: id,
        datacontenttype: 'application/json',
        data,
      };
      await jetstream(connection).publish(`${stream}.${definition.subject}`, JSON.stringify(event), { msgID: id });
      await connection.close();
    },
    stop: async () => {
      await service.stop();
      await remove();
    },
  };
}

export type RunningMedia = Awaited<ReturnType<typeof runMedia>>;
