import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceNames } from '@sprayhunt/contracts';
import { expect, it } from '@jest/globals';
import { root } from './documented-commands.js';
import { asSuperuser, databaseVariables, product } from './product.js';

const run = promisify(execFile);

it('the database of a provider is prepared by a user without superuser rights', async () => {
  // Roles are the server's: those of this product are lent to the other database, with the passwords that they have.
  await asSuperuser(`CREATE ROLE manager LOGIN CREATEROLE PASSWORD 'manager'`);
  for (const name of serviceNames) await asSuperuser(`GRANT ${name} TO manager WITH ADMIN OPTION`);
  await asSuperuser('CREATE DATABASE managed OWNER manager');
  const admin = Object.assign(new URL(product.stack.adminUrl), {
    username: 'manager',
    password: 'manager',
    pathname: '/managed',
  }).href;
  const env = { ...process.env, ...databaseVariables(admin) };
  const command = async (verb: string) =>
    (await run(process.execPath, ['tools/operations.mjs', 'database', verb], { cwd: root, env })).stdout;
  await command('provision');
  await command('migrate');
  expect((await command('status')).trim().split('\n')).toEqual(serviceNames.map((name) => `${name}: up to date`));
}, 120_000);
