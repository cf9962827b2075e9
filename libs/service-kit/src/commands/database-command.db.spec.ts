import { serviceNames } from '@sprayhunt/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { testDatabaseName, withServer } from '../testing/test-servers.js';
import { databaseCommand } from './database-command.js';

class MakeFrames1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE frames (id int PRIMARY KEY)');
  }
  async down(): Promise<void> {}
}
class BreakFrames1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT 1 / 0');
  }
  async down(): Promise<void> {}
}

describe('the database command', () => {
  const name = testDatabaseName('command');
  const passwords = Object.fromEntries(
    serviceNames.map((service) => [`DATABASE_PASSWORD_${service.toUpperCase()}`, 'test']),
  );
  let env: NodeJS.ProcessEnv;
  let printed: string[];
  let migrations: Function[];
  const command = (...args: string[]) => databaseCommand(args, async () => ({ entities: [], migrations }), env);

  beforeEach(async () => {
    migrations = [MakeFrames1763600000001];
    printed = [];
    for (const way of ['log', 'error'] as const)
      jest.spyOn(console, way).mockImplementation((line: string) => void printed.push(line));
    await withServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE template0`));
    const admin = new URL(process.env['TEST_DATABASE_ADMIN_URL']!);
    admin.pathname = `/${name}`;
    env = { DATABASE_ADMIN_URL: admin.href, ...passwords };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await withServer((server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });

  it('provisions and migrates every service, may be repeated, and lists what is missing', async () => {
    expect(await command('provision')).toBe(0);
    expect(printed).toEqual(serviceNames.map((service) => `${service}: role and schemas are ready`));
    expect(await command('status')).toBe(1);
    expect(printed.filter((line) => line.includes('MakeFrames1763600000001'))).toHaveLength(serviceNames.length);
    printed = [];
    expect(await command('migrate')).toBe(0);
    expect(printed.filter((line) => /^\w+: MakeFrames1763600000001 \(\d+\.\d s\)$/.test(line))).toHaveLength(
      serviceNames.length,
    );
    printed = [];
    expect([await command('provision'), await command('migrate'), await command('status')]).toEqual([0, 0, 0]);
    expect(printed.filter((line) => line.endsWith('up to date'))).toHaveLength(2 * serviceNames.length);
  });

  it('says what to do where a migration fails, and continues from there', async () => {
    await command('provision');
    migrations = [MakeFrames1763600000001, BreakFrames1763600000002];
    expect(await command('migrate')).toBe(1);
    expect(printed.at(-1)).toMatch(
      /^\w+: a migration failed: division by zero\nAll earlier migrations stay applied.*run this again/s,
    );
    migrations = [MakeFrames1763600000001];
    expect(await command('migrate')).toBe(0);
  });

  it('lists every variable that is missing', async () => {
    env = {};
    expect(await command('provision')).toBe(2);
    for (const variable of ['DATABASE_ADMIN_URL', ...Object.keys(passwords)])
      expect(printed.join()).toContain(`${variable}: is missing`);
    expect(await command('migrate')).toBe(2);
    expect(printed.at(-1)).toContain('DATABASE_ADDRESS: is missing');
    expect(await command('migrate', 'users')).toBe(2);
    expect(await command('drop')).toBe(2);
  });
});
