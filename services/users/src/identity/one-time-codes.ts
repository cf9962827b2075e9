import { createHmac, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  InjectConfig,
  isSignedByOne,
  log,
  Problem,
  type RotatingSecret,
  SqlPool,
  uuidv7,
} from '@sprayhunt/service-kit';
import { Column, Entity, type EntityManager, Index, IsNull, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { Account } from '../accounts/account.entity.js';
import { CodeWaits } from './code-waits.js';
import type { ContactKind } from './contact.js';

/** A sent code, as a keyed hash. A newer code of the same slot replaces it. */
@Entity({ name: 'one_time_codes' })
export class OneTimeCode {
  /** What the code is for and who may use it: an account's contact, or one browser's sign-in. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'one_time_codes_pkey' })
  slot: string;

  /** Salt of the hash, so that a hash is useless in another row. */
  @Column('uuid')
  id: string;

  @Column('bytea')
  hash: Buffer;

  @Column('text')
  kind: ContactKind;

  @Column('text')
  value: string;

  /** The account it opens; null for an unknown contact, for which no code is right. */
  @Index('one_time_codes_of_account')
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('smallint', { default: 0 })
  tries: number;

  @Index('one_time_codes_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'one_time_codes_account' })
  account?: Account | null;
}

const LIFETIME = '10 minutes';
/** wire.md: after five wrong tries the right code fails too. */
export const MAX_TRIES = 5;
const DIGITS = 6;

/** Production requires its own secret; see config.ts. */
const LOCAL_SECRET = 'the local mode shows its codes to everyone anyway';
export const codeSecrets = ({ CODE_SECRET }: Pick<UsersConfig, 'CODE_SECRET'>): RotatingSecret =>
  CODE_SECRET ?? [LOCAL_SECRET];

/** The subject of a code. */
export interface Proof {
  kind: ContactKind;
  value: string;
  accountId: string | null;
}

/** A correct code that is not used yet. */
export interface CheckedCode extends Proof {
  slot: string;
  id: string;
  accountId: string;
}

/** One-time codes: random, stored as keyed hashes, valid for 10 minutes and five tries, used once. */
@Injectable()
export class OneTimeCodes {
  private readonly secrets: RotatingSecret;

  constructor(
    private readonly pool: SqlPool,
    private readonly waits: CodeWaits,
    @InjectConfig() config: UsersConfig,
  ) {
    this.secrets = codeSecrets(config);
  }

  /**
   * Creates the only valid code of a slot; an older one of the slot becomes invalid.
   * @param tries allowed tries, 1 to 5
   */
  async issue(tx: EntityManager, slot: string, proof: Proof, tries: number): Promise<string> {
    const id = uuidv7();
    const code = randomInt(10 ** DIGITS)
      .toString()
      .padStart(DIGITS, '0');
    await tx.query(
      `INSERT INTO one_time_codes (slot, id, hash, kind, value, account_id, tries, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${LIFETIME}')
       ON CONFLICT (slot) DO UPDATE SET id = excluded.id, hash = excluded.hash, kind = excluded.kind, value = excluded.value,
         account_id = excluded.account_id, tries = excluded.tries, expires_at = excluded.expires_at, used_at = NULL`,
      [slot, id, hashOf(this.secrets[0], id, code), proof.kind, proof.value, proof.accountId, MAX_TRIES - tries],
    );
    return code;
  }

  /**
   * Checks a code. Every try counts, even if the caller's transaction fails later or a
   * thousand tries are simultaneous.
   * @throws Problem `CODE_INVALID` for a wrong, used, expired or exhausted code, or without one;
   *   `RATE_LIMITED` during the wait after wrong ones
   */
  async check(slot: string, given: string): Promise<CheckedCode> {
    await this.waits.begin(slot);
    const { rows } = await this.pool.query<{
      id: string;
      hash: Buffer;
      kind: ContactKind;
      value: string;
      account_id: string | null;
    }>({
      name: 'try-code',
      text: `UPDATE one_time_codes SET tries = tries + 1
             WHERE slot = $1 AND used_at IS NULL AND tries < ${MAX_TRIES} AND expires_at > now()
             RETURNING id, hash, kind, value, account_id`,
      values: [slot],
    });
    const row = rows[0];
    const expected = row?.hash ?? Buffer.alloc(32);
    const isRight = isSignedByOne(
      this.secrets,
      (secret) => hashOf(secret, row?.id ?? uuidv7(), given.replace(/\s/g, '')),
      expected,
    );
    if (!row || !isRight || row.account_id === null) {
      log.info({ purpose: slot.split(':', 1)[0], accountId: row?.account_id ?? null }, 'A code was refused');
      throw codeInvalid();
    }
    await this.waits.forget(slot);
    return { slot, id: row.id, kind: row.kind, value: row.value, accountId: row.account_id };
  }

  /** Uses up a checked code; of two simultaneous callers one succeeds. */
  async redeem(tx: EntityManager, { slot, id }: CheckedCode): Promise<void> {
    const used = await tx.update(OneTimeCode, { slot, id, usedAt: IsNull() }, { usedAt: new Date() });
    if (used.affected !== 1) throw codeInvalid();
  }
}

const hashOf = (secret: string, id: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`${id}:${code}`).digest();

export const codeInvalid = () =>
  new Problem('CODE_INVALID', 'That code is wrong or no longer valid. Check it, or request a new one.');

/** Slot of the code that confirms an account's contact. */
export const contactSlot = (accountId: string) => `contact:${accountId}`;

/** Slot of the code that confirms a new contact, in one session. */
export const changeSlot = (session: string, contact: string) => `change:${session}:${contact}`;

/** Slot of the code that signs one browser in by one contact. */
export const signInSlot = (browser: string, contact: string) => `sign-in:${browser}:${contact}`;
