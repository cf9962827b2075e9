import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, contacts and codes, messages, the ledger with its statistics, and limits. */
export class CreateUsers1763600001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid CONSTRAINT accounts_pkey PRIMARY KEY,
        status text NOT NULL CONSTRAINT accounts_status CHECK (status IN ('pending', 'verified')),
        first_name text,
        last_name text,
        city text,
        country text,
        username text,
        username_small text,
        username_capital text,
        date_of_birth date,
        bio text,
        avatar_picture_id uuid,
        pin_preferences jsonb NOT NULL,
        experience text,
        interests text[] NOT NULL DEFAULT '{}',
        referral_source text,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX accounts_username_small ON accounts (username_small);
      CREATE UNIQUE INDEX accounts_username_capital ON accounts (username_capital);
      CREATE INDEX accounts_pending ON accounts (created_at) WHERE status = 'pending';

      CREATE TABLE contacts (
        account_id uuid NOT NULL CONSTRAINT contacts_account REFERENCES accounts ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT contacts_kind CHECK (kind IN ('phone', 'email')),
        value text NOT NULL,
        verified_at timestamptz,
        CONSTRAINT contacts_pkey PRIMARY KEY (account_id, kind)
      );
      CREATE UNIQUE INDEX contacts_owner ON contacts (kind, value) WHERE verified_at IS NOT NULL;
      CREATE INDEX contacts_value ON contacts (value);

      CREATE TABLE one_time_codes (
        slot text CONSTRAINT one_time_codes_pkey PRIMARY KEY,
        id uuid NOT NULL,
        hash bytea NOT NULL,
        kind text NOT NULL,
        value text NOT NULL,
        account_id uuid CONSTRAINT one_time_codes_account REFERENCES accounts ON DELETE CASCADE,
        tries smallint NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX one_time_codes_of_account ON one_time_codes (account_id);
      CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at);

      CREATE TABLE messages (
        id uuid CONSTRAINT messages_pkey PRIMARY KEY,
        channel text NOT NULL CONSTRAINT messages_channel CHECK (channel IN ('sms', 'email')),
        recipient text NOT NULL,
        subject text NOT NULL,
        text text NOT NULL,
        code text,
        state text NOT NULL CONSTRAINT messages_state CHECK (state IN ('queued', 'sent', 'failed', 'decoy')),
        tries smallint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL
      );
      CREATE INDEX messages_queued ON messages (due_at) WHERE state = 'queued';
      CREATE INDEX messages_created ON messages (created_at)`);
    await this.createLedger(runner);
    // The shape that rate-limiter-flexible expects.
    await runner.query(`
      CREATE UNLOGGED TABLE limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
      CREATE INDEX limits_expire ON limits (expire)`);
  }

  /** Statistics change with every award: free space in pages allows HOT updates, without index changes. */
  private async createLedger(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfers (
        id uuid CONSTRAINT transfers_pkey PRIMARY KEY,
        debit_account_id uuid NOT NULL,
        credit_account_id uuid NOT NULL,
        amount integer NOT NULL CONSTRAINT transfers_amount CHECK (amount > 0),
        reason text NOT NULL,
        source_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT transfers_two_accounts CHECK (debit_account_id <> credit_account_id)
      );
      CREATE INDEX transfers_credit ON transfers (credit_account_id, created_at);

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The ledger only grows: % of % is refused', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER transfers_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE TABLE player_statistics (
        account_id uuid CONSTRAINT player_statistics_pkey PRIMARY KEY,
        tokens integer NOT NULL CONSTRAINT player_statistics_balance CHECK (tokens >= 0),
        discoveries integer NOT NULL,
        xp integer NOT NULL,
        score integer NOT NULL,
        CONSTRAINT player_statistics_score CHECK (score = tokens + 15 * discoveries)
      ) WITH (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE limits, player_statistics, transfers, messages, one_time_codes, contacts, accounts;
      DROP FUNCTION refuse_change()`);
  }
}
