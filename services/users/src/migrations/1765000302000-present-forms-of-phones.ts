import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Phones with Mexico's abolished mobile prefix get the form that is stored for them now. One whose present form another
 * account has confirmed stays as it is: one phone cannot open two accounts.
 */
export class PresentFormsOfPhones1765000302000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE contacts c SET value = '+52' || substr(c.value, 5)
      WHERE c.kind = 'phone' AND c.value ~ '^[+]521[0-9]{10}$'
        AND NOT EXISTS (
          SELECT FROM contacts other
          WHERE other.kind = 'phone' AND other.value = '+52' || substr(c.value, 5) AND other.verified_at IS NOT NULL)`);
  }

  /** The former forms are not known any more, and the former program finds the present ones. */
  async down(): Promise<void> {}
}
