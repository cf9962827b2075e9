import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServiceName, serviceNames } from '@sprayhunt/contracts';
import { type Stack, startStack } from '@sprayhunt/local';
import { uploadPicture } from '../system/access/world.js';
import { inDatabase } from '../system/invariants.js';
import { OpenLoop, type Sent } from '../system/open-loop.js';
import { Player } from '../system/player.js';
import { playersMix } from '../system/players-mix.js';
import { expect } from '@jest/globals';

/** The running product that operators work on, with two processes of each service. */
export const product = {
  data: mkdtempSync(path.join(tmpdir(), 'sprayhunt-operations-')),
  stack: undefined as unknown as Stack,
  players: [] as Player[],
  /** Path of a picture of the first player. */
  imageUrl: '',
};

/** @param programs folder of the checkout whose programs run; default this one */
export async function startProduct(programs?: string): Promise<void> {
  product.stack = await startStack({
    data: product.data,
    catalogues: false,
    replicas: 2,
    ...(programs && { programs }),
  });
  product.players = await Promise.all([1, 2].map(() => Player.signUp(product.stack.url)));
  product.imageUrl = await uploadPicture(product.players[0]!);
}

export async function stopProduct(): Promise<void> {
  await product.stack?.stop();
  rmSync(product.data, { recursive: true, force: true });
}

/** Requests, each at its time. */
const PER_SECOND = 25;

/**
 * Players during the work of operators, with the result of each request; none is repeated, and none may fail.
 * @param more what others send beside them
 */
export async function expectNoInterruption(during: () => Promise<unknown>, ...more: (() => Sent)[]): Promise<void> {
  const load = new OpenLoop(product.stack.url, PER_SECOND, playersMix(product.players, product.imageUrl, ...more));
  try {
    await during();
  } finally {
    await load.stop();
  }
  expect(load.faults).toEqual([]);
  expect(load.sent).toBeGreaterThan(PER_SECOND);
}

const changed: Partial<Record<ServiceName, Record<string, string>>> = {};

/**
 * A rolling restart of a service with other variables, which it keeps in later restarts.
 * @param programs folder of the checkout whose programs are started; default the one that the product was started with
 */
export async function restart(
  name: ServiceName,
  variables: Record<string, string> = {},
  programs?: string,
): Promise<void> {
  changed[name] = { ...changed[name], ...variables };
  for (const instance of product.stack.instances(name)) await instance.restart(changed[name], programs);
}

/** Passwords of the roles and the administrator's address, as `npm run database` reads them. */
export const databaseVariables = (admin: string): Record<string, string> => ({
  DATABASE_ADMIN_URL: admin,
  ...Object.fromEntries(
    serviceNames.map((name) => [`DATABASE_PASSWORD_${name.toUpperCase()}`, new URL(databaseOf(name)).password]),
  ),
});

/** A file of the data folder: `secrets.json`, `databases.json`. */
export const valuesOf = (file: string) =>
  JSON.parse(readFileSync(path.join(product.data, file), 'utf8')) as Record<string, string>;

export const databaseOf = (service: ServiceName): string => valuesOf('databases.json')[service]!;

export const asSuperuser = (sql: string) => inDatabase(product.stack, (client) => client.query(sql));
