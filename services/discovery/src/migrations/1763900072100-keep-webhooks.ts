import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners' endpoints for webhooks, and the log of their deliveries. */
export class KeepWebhooks1763900072100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partner_clients (
        client_id uuid CONSTRAINT partner_clients_pkey PRIMARY KEY,
        owner_id uuid,
        scopes text[] NOT NULL,
        is_revoked boolean NOT NULL,
        version integer NOT NULL
      )`);
    await runner.query(`CREATE INDEX partner_clients_owner ON partner_clients (owner_id) WHERE owner_id IS NOT NULL`);
    await runner.query(keepErasedOut('partner_clients', 'NEW.owner_id'));
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid CONSTRAINT webhook_endpoints_pkey PRIMARY KEY,
        client_id uuid NOT NULL CONSTRAINT webhook_endpoints_client REFERENCES partner_clients ON DELETE CASCADE,
        url text NOT NULL CHECK (octet_length(url) <= 2048),
        kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
        bbox double precision[] CHECK (cardinality(bbox) = 4),
        secret bytea NOT NULL,
        former_secret bytea,
        former_secret_until timestamptz,
        state text NOT NULL CHECK (state IN ('active', 'paused')),
        paused_at timestamptz,
        position bigint NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        failing_since timestamptz,
        next_at timestamptz NOT NULL,
        last_delivered_at timestamptz,
        is_testing boolean NOT NULL DEFAULT false,
        leased_until timestamptz,
        created_at timestamptz NOT NULL
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE UNIQUE INDEX webhook_endpoints_url ON webhook_endpoints (client_id, url)`);
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
        endpoint_id uuid NOT NULL CONSTRAINT webhook_deliveries_endpoint REFERENCES webhook_endpoints ON DELETE CASCADE,
        message_id text NOT NULL,
        kind text NOT NULL,
        at timestamptz NOT NULL,
        attempt integer NOT NULL,
        status smallint,
        duration_ms integer NOT NULL,
        error text
      )`);
    await runner.query(`CREATE INDEX webhook_deliveries_of ON webhook_deliveries (endpoint_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('partner_clients'));
    await runner.query(`DROP TABLE webhook_deliveries, webhook_endpoints, partner_clients`);
  }
}
