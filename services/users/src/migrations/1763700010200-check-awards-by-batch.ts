import { keepErasedOut, dropErasedGuard, refuseErased, stopRefusingErased } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Awards are booked in batches: the guard against erased accounts looks once a statement, not once a row. */
export class CheckAwardsByBatch1763700010200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('transfers'));
    await runner.query(refuseErased('transfers', 'credit_account_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(stopRefusingErased('transfers'));
    await runner.query(keepErasedOut('transfers', 'NEW.credit_account_id'));
  }
}
