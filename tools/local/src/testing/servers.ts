import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@sprayhunt/service-kit/testing';
import { guard } from '../guard.js';
import { OPERATOR, natsProgram, natsUrl } from '../nats.js';
import { DISPOSABLE, adminUrl, postgresProgram } from '../postgres.js';
import { Supervisor } from '../supervisor.js';

/** The program that the launcher and the tests start. */
export { findServer as natsServer } from '../nats.js';

const PASSWORD = 'test';

/** A memory file system of Linux; in a container it is often too small. */
const MEMORY = '/dev/shm';
/** Five times the measured use of the specs. */
const REQUIRED_BYTES = 1024 ** 3;

/**
 * Starts one PostgreSQL and one nats-server for all database and component tests, whose addresses reach them as
 * `TEST_DATABASE_ADMIN_URL` and `TEST_NATS_URL`.
 *
 * @returns stops them and removes what they wrote
 */
export async function startTestServers(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(hasSpace(MEMORY) ? MEMORY : tmpdir(), 'sprayhunt-tests-'));
  const supervisor = new Supervisor(folder);
  guard(folder);
  const [databasePort, natsPort] = (await freePorts(2)) as [number, number];
  await Promise.all([
    postgresProgram({
      folder: path.join(folder, 'postgres'),
      port: databasePort,
      password: PASSWORD,
      settings: DISPOSABLE,
    }).then((program) => supervisor.start(program)),
    natsProgram({ folder, port: natsPort, stream: '*', passwordOf: () => PASSWORD }).then((program) =>
      supervisor.start(program),
    ),
  ]);
  process.env.TEST_DATABASE_ADMIN_URL = adminUrl(databasePort, PASSWORD);
  process.env.TEST_NATS_URL = natsUrl(natsPort, { name: OPERATOR, password: PASSWORD });
  return async () => {
    supervisor.close();
    await supervisor.stop(['postgres', 'nats-server']);
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Specs make and drop hundreds of databases of hundreds of files each: in memory that takes a fraction of the
 * processor's time.
 */
function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= REQUIRED_BYTES;
  } catch {
    return false;
  }
}
