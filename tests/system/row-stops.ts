import pg from 'pg';
import { eventually } from '@sprayhunt/service-kit/testing';
import { expect } from '@jest/globals';

/** A write of commerce's, within its transaction: the statement is done, the commit is not. */
export interface Write {
  /** For example `insert orders`. */
  write: string;
  /** What the row contains. */
  about: string;
}

const TABLES = [
  'orders',
  'order_tokens',
  'refunds',
  'memberships',
  'trial_uses',
  'payment_events',
  'outbox',
  'sent_events',
];
const LOCK = 77;
const WAITING = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;

/** Keeps named writes of commerce waiting, by triggers in its schema. */
export class RowStops {
  private constructor(private readonly client: pg.Client) {}

  static async install(url: string): Promise<RowStops> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE TABLE commerce.stops (write text, about text);
      CREATE FUNCTION commerce.wait_at_stop() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF EXISTS (SELECT FROM commerce.stops WHERE write = lower(TG_OP) || ' ' || TG_ARGV[0]
          AND position(about IN to_jsonb(NEW)::text) > 0) THEN
          PERFORM pg_advisory_xact_lock(${LOCK});
        END IF;
        RETURN NULL;
      END $$;
      SELECT pg_advisory_lock(${LOCK})`);
    for (const table of TABLES)
      await client.query(
        `CREATE TRIGGER wait_at_stop AFTER INSERT
          OR UPDATE ON commerce.${table} FOR EACH ROW EXECUTE FUNCTION commerce.wait_at_stop('${table}')`,
      );
    return new RowStops(client);
  }

  /** Resolves when one more such write waits; others of its kind go on. */
  async holdNext({ write, about }: Write, begin: () => void): Promise<void> {
    const before = await this.waiting();
    await this.client.query(`INSERT INTO commerce.stops VALUES ($1, $2)`, [write, about]);
    begin();
    await eventually(async () => expect(await this.waiting()).toBeGreaterThan(before));
    await this.client.query(`DELETE FROM commerce.stops`);
  }

  private async waiting(): Promise<number> {
    return (await this.client.query(`SELECT ${WAITING}`)).rowCount!;
  }

  /** Undoes what waits, whose process is gone. */
  async release(): Promise<void> {
    await this.client.query(`SELECT pg_terminate_backend(pid) ${WAITING}`);
    await eventually(async () => expect(await this.waiting()).toBe(0));
  }

  async remove(): Promise<void> {
    // One lock after the other: the service is writing.
    for (const table of TABLES) await this.client.query(`DROP TRIGGER wait_at_stop ON commerce.${table}`);
    await this.client.query(`DROP FUNCTION commerce.wait_at_stop; DROP TABLE commerce.stops`);
    await this.client.end();
  }
}
