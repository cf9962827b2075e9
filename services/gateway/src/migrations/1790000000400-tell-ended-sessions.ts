import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notifies all gateways of the id of a session that was ended, replaced or shortened, because they cache sessions for a
 * moment. Sweeping expired sessions notifies no one.
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
        FOR EACH ROW WHEN (OLD.ended_at IS NULL AND (NEW.ended_at IS NOT NULL OR NEW.expires_at < OLD.expires_at))
        EXECUTE FUNCTION tell_ended_session()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER sessions_tell_ended ON sessions`);
    await runner.query(`DROP TRIGGER sessions_tell_deleted ON sessions`);
    await runner.query(`DROP FUNCTION tell_ended_session()`);
  }
}
