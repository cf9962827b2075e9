import { Injectable } from '@nestjs/common';
import { InjectConfig, SqlPool } from '@sprayhunt/service-kit';
import type { UsersConfig } from '../config.js';
import type { ContactKind } from './contact.js';
import { Backoff, type CountedUse } from './backoff.js';
import { allowanceOf, sendingWaitOf } from './limit-settings.js';
import { Limits } from './limits.js';
import { MAX_TRIES } from './one-time-codes.js';
import { callingCode } from './phone.js';

/** The purpose of a code. Each has its own limits, so that requests for sign-in codes cannot block sign-ups. */
export type CodeShare = 'sign-up' | 'again' | 'sign-in' | 'change' | 'owner';

/** A requested code. */
export interface RequestedCode {
  share: CodeShare;
  kind: ContactKind;
  value: string;
  /** The limit key is the requesting account, or else contact and address. */
  accountId?: string;
  /** The caller's address; calls without one are not counted by address. */
  address: string | undefined;
  /** False for an unknown contact: its limits are the same, but it does not use up the shared limits. */
  isSent?: boolean;
}

/**
 * Limits of a contact for all callers together: twice those of one caller, with shorter waits, so that no single caller
 * can lock out the others.
 */
const GLOBAL_LIMIT_FACTOR = 2;
const GLOBAL_WAIT_FACTOR = 2 / 3;

/** Limits the sending of codes; README.md has the table and the cost of guessing a code. */
@Injectable()
export class CodeSending {
  private readonly requesterBackoff: Backoff;
  private readonly contactBackoff: Backoff;

  constructor(
    private readonly limits: Limits,
    pool: SqlPool,
    @InjectConfig() config: UsersConfig,
  ) {
    const { times, seconds } = allowanceOf('LIMIT_CODES_PER_CONTACT', config);
    const { free, first, longest } = sendingWaitOf(config);
    this.requesterBackoff = new Backoff(pool, 'codes_of_asker', { times, seconds }, { free, first, longest });
    this.contactBackoff = new Backoff(
      pool,
      'codes_of_contact',
      { times: GLOBAL_LIMIT_FACTOR * times, seconds },
      { free: GLOBAL_LIMIT_FACTOR * free, first, longest: Math.max(1, Math.round(GLOBAL_WAIT_FACTOR * longest)) },
    );
  }

  /**
   * Counts a code and sends it. If `send` fails, only the call of the address stays counted.
   * @param send receives the number of attempts that the code allows: one if there were so many requests that the
   *   caller may be guessing
   * @throws Problem `RATE_LIMITED`, and what `send` throws
   */
  async sendLimited<T>(code: RequestedCode, send: (maxTries: number) => Promise<T>): Promise<T> {
    await this.limits.countUse('LIMIT_CODES_PER_ADDRESS', code.address);
    const refunds: (() => Promise<void>)[] = [];
    try {
      const exceedsFreeUses = await this.count(code, refunds);
      return await send(exceedsFreeUses ? 1 : MAX_TRIES);
    } catch (error) {
      await Promise.all(refunds.map((refund) => refund()));
      throw error;
    }
  }

  /** A caller who has reached their own limit does not use up the shared limits. */
  private async count(
    { share, kind, value, accountId, address, isSent = true }: RequestedCode,
    refunds: (() => Promise<void>)[],
  ): Promise<boolean> {
    const uses: CountedUse[] = [];
    const countUse = async (backoff: Backoff, key: string) => {
      const use = await backoff.countUse(key);
      refunds.push(() => backoff.revert(use));
      uses.push(use);
    };
    const requester = accountId ?? (address && `${value} ${address}`);
    if (requester) await countUse(this.requesterBackoff, `${share} ${requester}`);
    if (share !== 'owner') await countUse(this.contactBackoff, `${share} ${value}`);
    if (kind === 'phone') {
      const country = `${share} ${callingCode(value) ?? ''}`;
      if (address !== undefined)
        refunds.push(await this.limits.tryUse('LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS', `${country} ${address}`));
      refunds.push(await this.limits.tryUse('LIMIT_CODES_PER_CALLING_CODE', country, isSent ? 1 : 0));
    }
    return uses.some(({ exceedsFreeUses }) => exceedsFreeUses);
  }
}
