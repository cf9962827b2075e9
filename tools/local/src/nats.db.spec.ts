import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { natsAuthorization, natsUsers } from '@sprayhunt/contracts/nats-users';
import { expect, it } from '@jest/globals';
import { natsProgram } from './nats.js';

it('the printed rights are what nats-server takes, with passwords from its environment', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-nats-'));
  try {
    const { command } = await natsProgram({ folder, port: 1, stream: 'sprayhunt', passwordOf: () => 'test' });
    const file = path.join(folder, 'nats.conf');
    writeFileSync(file, `jetstream {}\n${natsAuthorization('sprayhunt')}`);
    const passwords = Object.fromEntries(
      natsUsers('sprayhunt').map(({ user }) => [`NATS_PASSWORD_${user.toUpperCase()}`, `p-${user}`]),
    );
    const check = (env: Record<string, string>) => spawnSync(command, ['-t', '-c', file], { env, encoding: 'utf8' });
    expect(check(passwords)).toMatchObject({ status: 0 });
    expect(check({}).stderr).toContain('NATS_PASSWORD_');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
