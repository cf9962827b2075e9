import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMemberships1763900021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE memberships (
        id uuid PRIMARY KEY,
        account_id uuid,
        kind text NOT NULL CHECK (kind IN ('paid', 'trial')),
        status text NOT NULL DEFAULT 'incomplete'
          CHECK (status IN ('incomplete', 'trialing', 'active', 'past_due', 'cancelled')),
        end_reason text CHECK (end_reason IN ('trial_used', 'replaced', 'abandoned', 'erased', 'ended')),
        subscription_id text CHECK (length(subscription_id) <= 255),
        setup_id text CHECK (length(setup_id) <= 255),
        card_setup_id text CHECK (length(card_setup_id) <= 255),
        card_changes integer NOT NULL DEFAULT 0,
        contact_keys text[] NOT NULL DEFAULT '{}',
        is_verified boolean NOT NULL,
        cancel_wanted boolean NOT NULL DEFAULT false,
        cancels_at_end boolean NOT NULL DEFAULT false,
        trial_ends_at timestamptz(3),
        period_ends_at timestamptz(3),
        grace_until timestamptz(3),
        card_brand text CHECK (length(card_brand) <= 40),
        card_last4 text CHECK (length(card_last4) = 4),
        card_exp_month smallint,
        card_exp_year smallint,
        stated_pro boolean NOT NULL DEFAULT false,
        stated_until timestamptz(3),
        reminded_at timestamptz(3),
        looked_at timestamptz,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK ((status = 'cancelled') = (end_reason IS NOT NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX memberships_one_open ON memberships (account_id) WHERE status <> 'cancelled'`,
    );
    await runner.query(`CREATE INDEX memberships_of_account ON memberships (account_id, created_at, id)`);
    await runner.query(`CREATE UNIQUE INDEX memberships_of_subscription ON memberships (subscription_id)`);
    await runner.query(`CREATE UNIQUE INDEX memberships_of_setup ON memberships (setup_id)`);
    await runner.query(`CREATE UNIQUE INDEX memberships_of_card_setup ON memberships (card_setup_id)`);
    await runner.query(`CREATE INDEX memberships_unsettled ON memberships (looked_at, id) WHERE status <> 'cancelled'`);
    await runner.query(`
      CREATE TABLE customers (
        id uuid PRIMARY KEY,
        account_id uuid,
        stripe_id text CHECK (length(stripe_id) <= 255)
      )`);
    await runner.query(`CREATE UNIQUE INDEX customers_of_account ON customers (account_id)`);
    await runner.query(`
      CREATE TABLE trial_uses (
        key text PRIMARY KEY CHECK (length(key) <= 100),
        membership_id uuid NOT NULL,
        used_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(keepErasedOut('memberships', 'NEW.account_id'));
    await runner.query(keepErasedOut('customers', 'NEW.account_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['customers', 'memberships']) await runner.query(dropErasedGuard(table));
    await runner.query(`DROP TABLE trial_uses, customers, memberships`);
  }
}
