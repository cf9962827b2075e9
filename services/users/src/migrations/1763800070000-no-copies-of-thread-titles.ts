import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications read the title of a thread instead of keeping it. */
export class NoCopiesOfThreadTitles1763800070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE notifications SET subject = subject - 'title' WHERE subject ->> 'type' = 'thread'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE notifications n SET subject = subject || jsonb_build_object('title', p.title) FROM posts p
        WHERE n.subject ->> 'type' = 'thread' AND p.id = (n.subject ->> 'id')::uuid AND p.title IS NOT NULL`,
    );
  }
}
