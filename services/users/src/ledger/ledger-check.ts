import { Injectable } from '@nestjs/common';
import { Jobs, log, type RepeatedJob } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';

const checkLedger: RepeatedJob = { name: 'check-ledger', every: 60, lockSeconds: 60 };
/** Players of one statement. */
const BATCH = 500;
/** Statements of one run: 10,000 players a minute are 14 million a day. */
const BATCHES = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

const checked = new Counter({
  name: 'ledger_balances_checked_total',
  help: 'Balances of players compared with the credits of the ledger, `equal` or `different`',
  labelNames: ['result'],
});
// From the start: an alert on the increase would not see a series that begins at 1.
for (const result of ['equal', 'different']) checked.inc({ result }, 0);

/** The ledger debits a player only where the account is erased, which deletes its balance. */
const COMPARE = `
  SELECT s.account_id AS "accountId", s.tokens AS balance, coalesce(booked.amount, 0)::int AS credits
    FROM (SELECT account_id, tokens FROM player_statistics WHERE account_id > $1 ORDER BY account_id LIMIT ${BATCH}) AS s,
         LATERAL (SELECT sum(amount) AS amount FROM transfers WHERE credit_account_id = s.account_id) AS booked
   ORDER BY s.account_id`;

interface Compared {
  accountId: string;
  /** Spray Coins. */
  balance: number;
  credits: number;
}

/**
 * Scans all players, again and again, and compares each balance with its transfers; every process has its own position
 * in the scan.
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
    for (let batch = 0; batch < BATCHES && !signal?.aborted; batch += 1) {
      const compared = await this.dataSource.query<Compared[]>(COMPARE, [this.after]);
      for (const one of compared) this.count(one);
      this.after = compared.length < BATCH ? FIRST : compared.at(-1)!.accountId;
      if (this.after === FIRST) return;
    }
  }

  private count({ accountId, balance, credits }: Compared): void {
    checked.inc({ result: balance === credits ? 'equal' : 'different' });
    if (balance !== credits) log.error({ accountId, balance, credits }, 'A balance is not the sum of its transfers');
  }
}
