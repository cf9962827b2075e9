import { Injectable } from '@nestjs/common';
import { InjectConfig, SqlPool } from '@sprayhunt/service-kit';
import type { UsersConfig } from '../config.js';
import type { ContactKind } from './contact.js';
import { Backoff, type Turn } from './backoff.js';
import { allowanceOf, sendingWaitOf } from './limit-settings.js';
import { Limits } from './limits.js';
import { MAX_TRIES } from './one-time-codes.js';
import { callingCode } from './phone.js';

/**
 * The use of a code. Each has its own limits, so that using up one does not affect the others:
 * requests for sign-in codes do not block sign-ups.
 */
export type CodeShare = 'sign-up' | 'again' | 'sign-in' | 'change' | 'owner';

/** A requested code. */
export interface WantedCode {
  share: CodeShare;
  kind: ContactKind;
  value: string;
  /** The limit key: the requesting account, or else contact and address. */
  accountId?: string;
  /** The caller's address; without it nothing is counted by address. */
  address: string | undefined;
  /** False for an unknown contact: limits refuse it alike, but shared limits are not used up. */
  isSent?: boolean;
}

/**
 * For a contact, from all callers: twice as many as for one caller, with shorter waits, so that no single caller can
 * lock out the others.
 */
const ALL_ASKERS = 2;
const ALL_ASKERS_WAIT = 2 / 3;

/** Limits the codes that are sent; README.md has the table and the cost of guessing a code. */
@Injectable()
export class CodeSending {
  private readonly ofAsker: Backoff;
  private readonly ofContact: Backoff;

  constructor(
    private readonly limits: Limits,
    pool: SqlPool,
    @InjectConfig() config: UsersConfig,
  ) {
    const { times, seconds } = allowanceOf('LIMIT_CODES_PER_CONTACT', config);
    const { free, first, longest } = sendingWaitOf(config);
    this.ofAsker = new Backoff(pool, 'codes_of_asker', { times, seconds }, { free, first, longest });
    this.ofContact = new Backoff(
      pool,
      'codes_of_contact',
      { times: ALL_ASKERS * times, seconds },
      { free: ALL_ASKERS * free, first, longest: Math.max(1, Math.round(ALL_ASKERS_WAIT * longest)) },
    );
  }

  /**
   * Counts a code and sends it. If `send` refuses, only the address's calls stay counted.
   * @param send receives the number of tries of the code: one after so many requests that it may be guessing
   * @throws Problem `RATE_LIMITED`, and what `send` throws
   */
  async limited<T>(code: WantedCode, send: (tries: number) => Promise<T>): Promise<T> {
    await this.limits.use('LIMIT_CODES_PER_ADDRESS', code.address);
    const counted: (() => Promise<void>)[] = [];
    try {
      const isPastFree = await this.count(code, counted);
      return await send(isPastFree ? 1 : MAX_TRIES);
    } catch (error) {
      await Promise.all(counted.map((refund) => refund()));
      throw error;
    }
  }

  /** A caller refused by their own limit does not count against the shared limits. */
  private async count(
    { share, kind, value, accountId, address, isSent = true }: WantedCode,
    counted: (() => Promise<void>)[],
  ): Promise<boolean> {
    const turns: Turn[] = [];
    const take = async (wait: Backoff, key: string) => {
      const turn = await wait.begin(key);
      counted.push(() => wait.refund(turn));
      turns.push(turn);
    };
    const requester = accountId ?? (address && `${value} ${address}`);
    if (requester) await take(this.ofAsker, `${share} ${requester}`);
    if (share !== 'owner') await take(this.ofContact, `${share} ${value}`);
    if (kind === 'phone') {
      const country = `${share} ${callingCode(value) ?? ''}`;
      if (address !== undefined)
        counted.push(await this.limits.take('LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS', `${country} ${address}`));
      counted.push(await this.limits.take('LIMIT_CODES_PER_CALLING_CODE', country, isSent ? 1 : 0));
    }
    return turns.some(({ isPastFree }) => isPastFree);
  }
}
