import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddRegionAndReferralCode1763900022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts ADD region text, ADD referral_code text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP region, DROP referral_code`);
  }
}
