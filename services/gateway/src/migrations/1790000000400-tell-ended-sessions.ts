import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A caller who ends or shortens a session, the database tells all gateways of it, which have looked it up a moment
 * ago. The word is the session's id; a sweep of sessions that have run out tells nothing.
 */
export class TellEndedSessions1790000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify(TG_TABLE_SCHEMA || '_sessions', translate(encode(OLD.id_hash, 'base64'), '+/=', '-_'));
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER sessions_tell_deleted AFTER DELETE ON sessions
        FOR EACH ROW WHEN (OLD.ended_at IS NULL AND OLD.expires_at > now()) EXECUTE FUNCTION tell_ended_session()`);
    await runner.query(`
      CREATE TRIGGER sessions_tell_ended AFTER UPDATE OF ended_at, expires_at ON sessions
        FOR EACH ROW WHEN (OLD.ended_at IS NULL AND (NEW.ended_at IS NOT NULL OR NEW.expires_at < OLD.expires_at)) EXECUTE FUNCTION tell_ended_session()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER sessions_tell_ended ON sessions`);
    await runner.query(`DROP TRIGGER sessions_tell_deleted ON sessions`);
    await runner.query(`DROP FUNCTION tell_ended_session()`);
  }
}
