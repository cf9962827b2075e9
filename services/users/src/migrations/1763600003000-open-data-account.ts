import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DEFAULT_PINS } from '../accounts/pin-preferences.js';
import { usernameKeys } from '../accounts/username.js';

/** The discovery service imports works of open data under this id. */
const OPEN_DATA_ACCOUNT = '019300da-7a00-7000-8000-00000000da7a';
const NAME = 'Sprayhunt Open Data';

/** Creates the account of imported works, whose name is then taken. It has no contact, so it cannot be signed in to. */
export class OpenDataAccount1763600003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { small, capital } = usernameKeys(NAME);
    await runner.query(
      `INSERT INTO accounts (id, status, username, username_small, username_capital, bio, pin_preferences, created_at)
       VALUES ($1, 'verified', $2, $3, $4, $5, $6, now())`,
      [
        OPEN_DATA_ACCOUNT,
        NAME,
        small,
        capital,
        'Works from the open data of cities. It plays for no one and earns nothing.',
        JSON.stringify(DEFAULT_PINS),
      ],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM accounts WHERE id = $1`, [OPEN_DATA_ACCOUNT]);
  }
}
