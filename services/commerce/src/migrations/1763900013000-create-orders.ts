import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrders1763900013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE orders (
        id uuid PRIMARY KEY,
        number text NOT NULL CHECK (length(number) <= 20),
        status text NOT NULL DEFAULT 'awaiting_payment'
          CHECK (status IN ('awaiting_payment', 'paid', 'shipped', 'cancelled', 'expired', 'refunded')),
        buyer_id uuid,
        is_guest boolean NOT NULL,
        email text CHECK (length(email) <= 254),
        address jsonb,
        language text NOT NULL CHECK (length(language) <= 10),
        content_hash bytea NOT NULL,
        currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        subtotal integer NOT NULL CHECK (subtotal > 0),
        wholesale_discount integer NOT NULL CHECK (wholesale_discount BETWEEN 0 AND subtotal),
        shipping integer NOT NULL CHECK (shipping >= 0),
        total integer NOT NULL CHECK (total = subtotal - wholesale_discount + shipping AND total <= 99999999),
        free_shipping_from integer NOT NULL,
        intent_id text CHECK (length(intent_id) <= 255),
        captured integer NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND total),
        refunded integer NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND captured),
        placed_at timestamptz(3) NOT NULL DEFAULT now(),
        reserved_until timestamptz(3) NOT NULL,
        paid_at timestamptz(3),
        shipped_at timestamptz(3),
        cancelled_at timestamptz(3),
        carrier text CHECK (length(carrier) <= 60),
        tracking_number text CHECK (length(tracking_number) <= 80),
        tracking_url text CHECK (length(tracking_url) <= 500),
        CHECK (status NOT IN ('paid', 'shipped') OR captured = total),
        CHECK ((email IS NULL) = (address IS NULL))
      )`);
    await runner.query(`CREATE UNIQUE INDEX orders_number ON orders (number)`);
    await runner.query(`CREATE INDEX orders_of_buyer ON orders (buyer_id, placed_at, id)`);
    await runner.query(`CREATE INDEX orders_by_time ON orders (placed_at, id)`);
    await runner.query(
      `CREATE UNIQUE INDEX orders_open ON orders (buyer_id, content_hash) WHERE status = 'awaiting_payment'`,
    );
    await runner.query(`CREATE UNIQUE INDEX orders_intent ON orders (intent_id)`);
    await runner.query(`
      CREATE TABLE order_lines (
        order_id uuid CONSTRAINT order_lines_order REFERENCES orders ON DELETE CASCADE,
        position integer,
        product_id uuid NOT NULL,
        variant_id uuid NOT NULL,
        name text NOT NULL CHECK (length(name) <= 120),
        size text NOT NULL CHECK (length(size) <= 20),
        quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 200),
        unit_minor integer NOT NULL CHECK (unit_minor > 0),
        total_minor integer NOT NULL CHECK (total_minor >= 0),
        PRIMARY KEY (order_id, position)
      )`);
    await runner.query(`
      CREATE TABLE order_tokens (
        hash bytea PRIMARY KEY,
        order_id uuid NOT NULL CONSTRAINT order_tokens_order_key REFERENCES orders ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(`CREATE INDEX order_tokens_order ON order_tokens (order_id, created_at)`);
    await runner.query(`
      CREATE TABLE refunds (
        id uuid PRIMARY KEY,
        order_id uuid NOT NULL CONSTRAINT refunds_order_key REFERENCES orders ON DELETE CASCADE,
        amount integer NOT NULL CHECK (amount > 0),
        status text NOT NULL DEFAULT 'wanted' CHECK (status IN ('wanted', 'sent', 'failed')),
        stripe_id text CHECK (length(stripe_id) <= 255),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK (status <> 'sent' OR stripe_id IS NOT NULL)
      )`);
    await runner.query(`CREATE INDEX refunds_order ON refunds (order_id, created_at)`);
    await runner.query(`CREATE UNIQUE INDEX refunds_stripe ON refunds (stripe_id)`);
    await runner.query(keepErasedOut('orders', 'NEW.buyer_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('orders'));
    await runner.query(`DROP TABLE refunds, order_tokens, order_lines, orders`);
  }
}
