import { Injectable } from '@nestjs/common';
import { Jobs, log, type RepeatedJob } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';

const checkLedger: RepeatedJob = { name: 'check-ledger', every: 60, lockSeconds: 60 };
/** Players of one statement. */
const BATCH_SIZE = 500;
/** Statements of one run: 10,000 players a minute are 14 million a day. */
const BATCHES_PER_RUN = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

const comparisonCounter = new Counter({
  name: 'ledger_balances_checked_total',
  help: 'Balances of players compared with the credits of the ledger, `equal` or `different`',
  labelNames: ['result'],
});
// Initialized, because an alert on the increase would miss a series that starts at 1.
for (const result of ['equal', 'different']) comparisonCounter.inc({ result }, 0);

/** The ledger debits a player only where the account is erased, which deletes its balance. */
const COMPARE_BALANCES = `
  SELECT s.account_id AS "accountId", s.tokens AS balance, coalesce(booked.amount, 0)::int AS credits
    FROM (SELECT account_id, tokens FROM player_statistics WHERE account_id > $1 ORDER BY account_id
      LIMIT ${BATCH_SIZE}) AS s,
         LATERAL (SELECT sum(amount) AS amount FROM transfers WHERE credit_account_id = s.account_id) AS booked
   ORDER BY s.account_id`;

interface Compared {
  accountId: string;
  /** Spray Coins. */
  balance: number;
  credits: number;
}

/**
 * Compares each balance with its transfers, in an endless scan of all players; every process has its own position in
 * the scan.
 */
@Injectable()
export class LedgerCheck {
  private after = FIRST;

  constructor(
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(checkLedger, (signal) => this.run(signal));
  }

  async run(signal?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_PER_RUN && !signal?.aborted; batch += 1) {
      const compared = await this.dataSource.query<Compared[]>(COMPARE_BALANCES, [this.after]);
      for (const row of compared) this.count(row);
      this.after = compared.length < BATCH_SIZE ? FIRST : compared.at(-1)!.accountId;
      if (this.after === FIRST) return;
    }
  }

  private count({ accountId, balance, credits }: Compared): void {
    comparisonCounter.inc({ result: balance === credits ? 'equal' : 'different' });
    if (balance !== credits)
      log.error({ accountId, balance, credits }, 'A balance differs from the sum of its transfers');
  }
}
