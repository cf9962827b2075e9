import { Injectable } from '@nestjs/common';
import { InjectConfig, SqlPool } from '@sprayhunt/service-kit';
import type { UsersConfig } from '../config.js';
import type { ContactKind } from './contact.js';
import { GrowingWait, type Turn } from './growing-wait.js';
import { allowanceOf, sendingWaitOf } from './limit-settings.js';
import { Limits } from './limits.js';
import { MOST_TRIES } from './one-time-codes.js';
import { callingCode } from './phone.js';

/**
 * What a code is asked for. Each has limits of its own, so what is used up in one leaves the others
 * as they are: whoever asks for sign-in codes stops nobody's sign-up.
 */
export type CodeShare = 'sign-up' | 'again' | 'sign-in' | 'change' | 'owner';

/** A code that somebody wants sent. */
export interface WantedCode {
  share: CodeShare;
  kind: ContactKind;
  value: string;
  /** Whose code it is, where an account asks; else the contact's together with the address. */
  accountId?: string;
  /** Of the caller; nothing is counted by address where it is not known. */
  address: string | undefined;
  /** False where nobody has the contact: limits refuse alike, and what is common to many is not used up. */
  isSent?: boolean;
}

/** Of a contact, whoever asks: twice as many as one asker, and waits that end sooner, so that no single asker can keep all others out. */
const ALL_ASKERS = 2;
const ALL_ASKERS_WAIT = 2 / 3;

/** Limits the codes that are sent; README.md has the table and what it costs to guess a code. */
@Injectable()
export class CodeSending {
  private readonly ofAsker: GrowingWait;
  private readonly ofContact: GrowingWait;

  constructor(
    private readonly limits: Limits,
    pool: SqlPool,
    @InjectConfig() config: UsersConfig,
  ) {
    const { times, seconds } = allowanceOf('LIMIT_CODES_PER_CONTACT', config);
    const { free, first, longest } = sendingWaitOf(config);
    this.ofAsker = new GrowingWait(pool, 'codes_of_asker', { times, seconds }, { free, first, longest });
    this.ofContact = new GrowingWait(
      pool,
      'codes_of_contact',
      { times: ALL_ASKERS * times, seconds },
      { free: ALL_ASKERS * free, first, longest: Math.max(1, Math.round(ALL_ASKERS_WAIT * longest)) },
    );
  }

  /**
   * Counts a code and sends it. What `send` refuses is not counted, but for the calls of the address.
   * @param send gets how many tries the code may have: one where so many were asked for that somebody may be guessing
   * @throws Problem `RATE_LIMITED`, and what `send` throws
   */
  async limited<T>(code: WantedCode, send: (tries: number) => Promise<T>): Promise<T> {
    await this.limits.use('LIMIT_CODES_PER_ADDRESS', code.address);
    const counted: (() => Promise<void>)[] = [];
    try {
      const isManyth = await this.count(code, counted);
      return await send(isManyth ? 1 : MOST_TRIES);
    } catch (error) {
      await Promise.all(counted.map((giveBack) => giveBack()));
      throw error;
    }
  }

  /** Whoever is refused for their own part has used up nothing of what is common to many. */
  private async count({ share, kind, value, accountId, address, isSent = true }: WantedCode, counted: (() => Promise<void>)[]): Promise<boolean> {
    const turns: Turn[] = [];
    const take = async (wait: GrowingWait, key: string) => {
      const turn = await wait.begin(key);
      counted.push(() => wait.giveBack(turn));
      turns.push(turn);
    };
    const asker = accountId ?? (address && `${value} ${address}`);
    if (asker) await take(this.ofAsker, `${share} ${asker}`);
    if (share !== 'owner') await take(this.ofContact, `${share} ${value}`);
    if (kind === 'phone') {
      const country = `${share} ${callingCode(value) ?? ''}`;
      if (address !== undefined) counted.push(await this.limits.take('LIMIT_CODES_PER_CALLING_CODE_AND_ADDRESS', `${country} ${address}`));
      counted.push(await this.limits.take('LIMIT_CODES_PER_CALLING_CODE', country, isSent ? 1 : 0));
    }
    return turns.some(({ isPastFree }) => isPastFree);
  }
}
