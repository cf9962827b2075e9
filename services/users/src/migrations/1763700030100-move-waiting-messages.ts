import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages that wait become jobs; one that a process was sending at this moment is due when that would have been over.
 */
export class MoveWaitingMessages1763700030100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SELECT users_jobs.add_job('send-message', json_build_object('messageId', id), run_at => due_at,
        max_attempts => greatest(1, 6 - tries))
        FROM messages WHERE state = 'queued'`);
    await runner.query(`DROP INDEX messages_queued`);
    await runner.query(`ALTER TABLE messages DROP COLUMN tries, DROP COLUMN due_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE messages ADD COLUMN tries smallint NOT NULL DEFAULT 0,
        ADD COLUMN due_at timestamptz NOT NULL DEFAULT now()`,
    );
    await runner.query(`ALTER TABLE messages ALTER COLUMN due_at DROP DEFAULT`);
    await runner.query(`CREATE INDEX messages_queued ON messages (due_at) WHERE state = 'queued'`);
    await runner.query(
      `SELECT FROM users_jobs.jobs, users_jobs.complete_jobs(ARRAY[jobs.id]) WHERE task_identifier = 'send-message'`,
    );
  }
}
