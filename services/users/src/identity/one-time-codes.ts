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
  /** The purpose of the code and who may use it: an account's contact, or one browser's sign-in. */
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

  /** The account that it opens; null for an unknown contact, for which every code is wrong. */
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

const CODE_LIFETIME = '10 minutes';
/** wire.md: after five wrong attempts the correct code fails, too. */
export const MAX_TRIES = 5;
const CODE_DIGITS = 6;

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

/** A correct code that was not used yet. */
export interface CheckedCode extends Proof {
  slot: string;
  id: string;
  accountId: string;
}

/** One-time codes: random, stored as keyed hashes, valid once, for 10 minutes and five attempts. */
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

  /** Creates the only valid code of a slot; an older code becomes invalid. @param tries allowed attempts, 1 to 5 */
  async issue(tx: EntityManager, slot: string, proof: Proof, tries: number): Promise<string> {
    const id = uuidv7();
    const code = randomInt(10 ** CODE_DIGITS)
      .toString()
      .padStart(CODE_DIGITS, '0');
    await tx.query(
      `INSERT INTO one_time_codes (slot, id, hash, kind, value, account_id, tries, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${CODE_LIFETIME}')
       ON CONFLICT (slot) DO UPDATE SET id = excluded.id, hash = excluded.hash, kind = excluded.kind,
         value = excluded.value,
         account_id = excluded.account_id, tries = excluded.tries, expires_at = excluded.expires_at, used_at = NULL`,
      [slot, id, hashOf(this.secrets[0], id, code), proof.kind, proof.value, proof.accountId, MAX_TRIES - tries],
    );
    return code;
  }

  /**
   * Checks a code. Every attempt counts, even if the caller's transaction fails later or many attempts are
   * simultaneous.
   * @throws Problem `CODE_INVALID` for a wrong, used, expired or exhausted code, and if the slot has none;
   *   `RATE_LIMITED` during the wait after wrong codes
   */
  async check(slot: string, typedCode: string): Promise<CheckedCode> {
    await this.waits.countTry(slot);
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
    const isCorrect = isSignedByOne(
      this.secrets,
      (secret) => hashOf(secret, row?.id ?? uuidv7(), typedCode.replace(/\s/g, '')),
      expected,
    );
    if (!row || !isCorrect || row.account_id === null) {
      log.info({ purpose: slot.split(':', 1)[0], accountId: row?.account_id ?? null }, 'A code was rejected');
      throw codeInvalid();
    }
    await this.waits.reset(slot);
    return { slot, id: row.id, kind: row.kind, value: row.value, accountId: row.account_id };
  }

  /** Redeems a checked code; of two simultaneous callers one succeeds. */
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
