import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Identity } from '@sprayhunt/service-kit';
import {
  guest,
  runForTests,
  serviceClient,
  testEnvironment,
  type GraphQLResult,
  type ServiceClient,
} from '@sprayhunt/service-kit/harness';
import { eventually, freePorts } from '@sprayhunt/service-kit/testing';
import { mediaConfig } from '../src/config.js';
import { MediaModule } from '../src/media.module.js';
import { OBJECT_STORE, type ObjectStore } from '../src/store/object-store.js';
import { SweeperService } from '../src/sweeping/sweeper.service.js';
import { tables } from '../src/tables.js';
import type { UploadResult } from '../src/uploads/receive-upload.service.js';

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: { field: string; code: string; detail: string }[];
}

export interface Sent<T> {
  status: number;
  headers: IncomingHttpHeaders;
  body: T;
}

/** The service's own variables, and the folder of its store. */
async function storeFolder(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'sprayhunt-media-'));
  return {
    folder,
    own: {
      PUBLIC_URL: 'https://play.example',
      UPLOAD_SECRET: randomBytes(32).toString('hex'),
      STORE_FOLDER: folder,
      SPOOL_FOLDER: join(folder, '.spool'),
      ...env,
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What can be asked of the service by HTTP beside GraphQL. */
function uploadsBy(graphql: ServiceClient['graphql'], url: string) {
  async function requestUpload(
    as: Identity | undefined = guest(),
    purpose?: string,
  ): Promise<GraphQLResult<{ requestUpload: { uploadURL: string } }>> {
    return graphql(
      `
        mutation ($purpose: UploadPurpose) {
          requestUpload(purpose: $purpose) {
            uploadURL
          }
        }
      `,
      purpose ? { purpose } : {},
      as,
    );
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
  function send<T = UploadResult & Problem>(
    method: string,
    path: string,
    body?: Buffer | Readable,
    headers: Record<string, string> = {},
  ): Promise<Sent<T>> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
        buffer(response)
          .then((bytes) => {
            const json = bytes.length > 0 && /json/.test(response.headers['content-type'] ?? '');
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: (json ? JSON.parse(bytes.toString()) : bytes) as T,
            });
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
    send('PUT', path, body, {
      'content-length': String(body.length),
      'content-type': 'application/octet-stream',
      ...headers,
    });

  return {
    requestUpload,
    ticket,
    send,
    put,
    /** A picture that is ready, and its id. */
    picture: async (as: Identity, file: Buffer, purpose?: string): Promise<string> => {
      const { id, path } = await ticket(as, purpose);
      const { status } = await put(path, file);
      if (status !== 200) throw new Error(`The upload returned ${status}`);
      return id;
    },
    get: (path: string, headers: Record<string, string> = {}) => send<Buffer>('GET', path, undefined, headers),
  };
}

/** The media service as a process of its own, as it runs in production, for what has to be measured. */
export async function spawnMedia(env: Record<string, string> = {}) {
  const store = await storeFolder(env);
  const { url, environment, remove } = await testEnvironment('media', tables, store.own);
  const removeAll = async () => {
    await remove();
    await store.remove();
  };
  const first = await startProcess(url, environment).catch(async (error: unknown) => {
    await removeAll();
    throw error;
  });
  const others: (typeof first)[] = [];
  return {
    ...first,
    /** One more process on the same database and store, with a disk of its own for what arrives. */
    async another() {
      const [port, metricsPort] = await freePorts(2);
      const spool = await mkdtemp(join(tmpdir(), 'sprayhunt-spool-'));
      const process = await startProcess(`http://127.0.0.1:${port}`, {
        ...environment,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        SPOOL_FOLDER: spool,
      });
      const stop = async () => {
        await process.stop();
        await rm(spool, { recursive: true, force: true });
      };
      others.push({ ...process, stop });
      return process;
    },
    async stop() {
      await Promise.all([first, ...others].map((each) => each.stop()));
      await removeAll();
    },
  };
}

/** Starts a process of the service and waits until it is ready. */
async function startProcess(url: string, environment: Record<string, string | undefined>) {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=256', '--max-semi-space-size=8', program], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...environment },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await eventually(
      async () => {
        if (!(await fetch(`${url}/readyz`)).ok) throw new Error('The media service is not ready');
      },
      { timeout: 60_000 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const client = serviceClient('media', url);
  const spool = environment['SPOOL_FOLDER']!;
  /** Bytes of what is arriving now. */
  const arriving = async () =>
    (await Promise.all((await readdir(spool)).map((file) => stat(join(spool, file))))).reduce(
      (sum, { size }) => sum + size,
      0,
    );
  return { url, pid: child.pid!, ...client, ...uploadsBy(client.graphql, url), arriving, stop };
}

/** The media service as a whole, over HTTP, on a database and a store of its own. */
export async function runMedia(env: Record<string, string> = {}) {
  const { folder, own, remove } = await storeFolder(env);
  const media = await runForTests({
    name: 'media',
    config: mediaConfig,
    module: (config) => MediaModule.forConfig(config),
    tables,
    env: own,
  });
  return {
    ...media,
    ...uploadsBy(media.graphql, media.url),
    store: media.app.get<ObjectStore>(OBJECT_STORE),
    sweep: () => media.app.get(SweeperService).sweep(),
    /** Everything that is in the store. */
    stored: async (): Promise<string[]> =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    stop: async () => {
      await media.stop();
      await remove();
    },
  };
}

export type RunningMedia = Awaited<ReturnType<typeof runMedia>>;
