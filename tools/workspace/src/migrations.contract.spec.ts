import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { packageFiles, root } from './files.js';
import { blockingIndexesOf } from './blocking-indexes.js';

const MIGRATION = /^(services\/[^/]+\/src\/migrations\/\d+-[^/]+|libs\/service-kit\/src\/.+\.migration)\.ts$/;

/**
 * Written before the first release, when tables were empty wherever they ran. The list does not grow: a later migration
 * uses `createIndex` of the kit and says `transaction = false` (docs/add-a-field.md).
 */
const BEFORE_THE_FIRST_RELEASE = [
  'libs/service-kit/src/erasure/note-cleared-events.migration.ts',
  'services/commerce/src/migrations/1763900022000-create-payment-reconciliation.ts',
  'services/discovery/src/migrations/1763600030100-limit-discoveries.ts',
  'services/discovery/src/migrations/1763600060101-find-works-of-one-place.ts',
  'services/discovery/src/migrations/1763700080100-works-by-public-id.ts',
  'services/discovery/src/migrations/1763800050000-works-by-artist.ts',
  'services/discovery/src/migrations/1763900030000-give-members-their-tools.ts',
  'services/media/src/migrations/1763600040120-public-ids.ts',
  'services/users/src/migrations/1763600001000-create-users.ts',
  'services/users/src/migrations/1763600014000-create-erasures.ts',
  'services/users/src/migrations/1763600040120-public-ids.ts',
  'services/users/src/migrations/1763700030100-move-waiting-messages.ts',
  'services/users/src/migrations/1763800040010-create-moderation.ts',
  'services/users/src/migrations/1763800071000-create-digests.ts',
  'services/users/src/migrations/1763800080000-keep-reported-texts.ts',
  'services/users/src/migrations/1764000076000-create-partner-requests.ts',
];

describe('migrations', () => {
  const files = packageFiles().filter((file) => MIGRATION.test(file));

  it('create indexes on existing tables without blocking writes', () => {
    expect(files.length).toBeGreaterThan(60);
    const blocking = files.filter((file) => blockingIndexesOf(readFileSync(root + file, 'utf8')).length > 0);
    expect(blocking).toEqual(BEFORE_THE_FIRST_RELEASE);
  });

  it.each([
    ['an index', 'await runner.query(`CREATE INDEX works_city ON works (city)`);', ['works_city on works']],
    [
      'a unique index over lines',
      'runner.query(`CREATE UNIQUE INDEX\n  works_city\n ON works (city)`)',
      ['works_city on works'],
    ],
    [
      'an index on a table that is not named',
      'runner.query(`CREATE INDEX ${table}_city ON ${table} (city)`)',
      ['${table}_city on ${table}'],
    ],
    [
      'a unique constraint',
      'runner.query(`ALTER TABLE works ADD CONSTRAINT works_once UNIQUE (city)`)',
      ['works_once on works'],
    ],
    ['a unique column', 'runner.query(`ALTER TABLE works ADD COLUMN slug text UNIQUE`)', ['slug on works']],
    [
      'one CONCURRENTLY within a transaction',
      'runner.query(`CREATE INDEX CONCURRENTLY works_city ON works (city)`)',
      ['works_city on works'],
    ],
    [
      'the function within a transaction',
      "createIndex(runner, 'works_city', 'ON works (city)')",
      ['works_city on works'],
    ],
  ])('are refused with %s', (_, text, found) => {
    expect(blockingIndexesOf(text)).toEqual(found);
  });

  it.each([
    [
      'the function without a transaction',
      "transaction = false as const;\ncreateIndex(runner, 'works_city', 'ON works (city)')",
    ],
    [
      'an index on a table of its own',
      'runner.query(`CREATE TABLE works (city text)`); runner.query(`CREATE INDEX works_city ON works (city)`)',
    ],
    [
      'a constraint by an index that exists',
      'runner.query(`ALTER TABLE works ADD CONSTRAINT works_once UNIQUE USING INDEX works_city`)',
    ],
    ['a check', "runner.query(`ALTER TABLE works ADD CONSTRAINT works_city CHECK (city <> '') NOT VALID`)"],
  ])('are fine with %s', (_, text) => {
    expect(blockingIndexesOf(text)).toEqual([]);
  });
});
