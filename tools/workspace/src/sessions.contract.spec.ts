import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packageFiles, root } from './files.js';

/** What a connection would keep after its transaction, and a pooler in transaction mode gives to another client. */
const OF_A_SESSION = [
  /\bpg_(try_)?advisory_(un)?lock(_all|_shared)?\(/,
  /`\s*SET (?!LOCAL\b|TRANSACTION\b)[a-z_]+ (=|TO) /,
  /`\s*RESET /,
  /\bset_config\([^`]*, false\)/,
  /`\s*(LISTEN|PREPARE) /,
  /\bWITH HOLD\b/,
  /\bCREATE TEMP(ORARY)? TABLE (?!.*ON COMMIT DROP)/,
  /\bnew pg\.(Client|Pool)\(/,
];

/** Where each has a connection of its own, past the pooler or of an administrator. */
const ON_THEIR_OWN = [
  'libs/service-kit/src/database/create-index.ts',
  'libs/service-kit/src/database/migrate.ts',
  'libs/service-kit/src/events/notifications.ts',
  'libs/service-kit/src/jobs/jobs-worker.ts',
  'libs/service-kit/src/local/provision-database.ts',
];

const stateful = (text: string): boolean => OF_A_SESSION.some((pattern) => pattern.test(text));

describe('state of a database session', () => {
  it('is kept only where the connection is its own', () => {
    const sources = packageFiles().filter(
      (file) => /^(services|libs)\/[^/]+\/src\/.*\.ts$/.test(file) && !/\.spec\.ts$|\/testing\//.test(file),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((file) => stateful(readFileSync(root + file, 'utf8'))).toSorted()).toEqual(ON_THEIR_OWN);
  });

  it.each([
    'await tx.query(`SELECT pg_advisory_lock($1)`)',
    'await runner.query(`SET statement_timeout = 0`)',
    "SELECT set_config('role', 'x', false)",
    'await client.query(`LISTEN ${channel}`)',
    'CREATE TEMP TABLE rows (id text)',
  ])('%s would be seen', (line) => expect(stateful(line)).toBe(true));

  it.each([
    'SELECT pg_advisory_xact_lock($1)',
    'await tx.query(`SET LOCAL lock_timeout = 1`)',
    'UPDATE works SET title = $1',
    'CREATE TEMP TABLE rows (id text) ON COMMIT DROP',
  ])('%s is fine', (line) => expect(stateful(line)).toBe(false));
});
