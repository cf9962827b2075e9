import { Injectable } from '@nestjs/common';
import { ErasedAccounts, Jobs, Problem, uuidv7 } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource, In } from 'typeorm';
import { isStripeUnavailable, throwProblem } from '../payments/stripe-problem.js';
import { hadTrial, lockOpenMembership } from './membership-rows.js';
import { Membership, type MembershipKind } from './membership.entity.js';
import { settleMembership } from './settle-membership.job.js';
import { SettleMembership } from './settle-membership.js';
import { TrialUses } from './trial-uses.js';

/** The payment or card that the page has to confirm. */
export interface PaymentSetup {
  clientSecret: string;
  kind: 'payment' | 'setup';
}

/** The account of a membership, and whether a contact of it is confirmed. */
export interface Member {
  accountId: string;
  isVerified: boolean;
}

/** The request does the work itself; the job finishes it if the process dies. */
const LEFT_AFTER_MS = 20_000;
/** Of a setup intent that can still be confirmed. */
const OPEN_SETUPS: readonly Stripe.SetupIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
];

const WANT_END = `
  UPDATE memberships SET cancel_wanted = $2 WHERE account_id = $1 AND status IN ('trialing', 'active', 'past_due')
    RETURNING id`;

/** Players' actions on their membership. At most one is open for an account, by a unique index. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly erased: ErasedAccounts,
    private readonly stripe: Stripe,
    private readonly settling: SettleMembership,
    private readonly uses: TrialUses,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The payment of a membership that begins now; the same again until it is paid, also from other tabs.
   * @throws Problem `ALREADY_MEMBER`, `PAYMENTS_UNAVAILABLE`
   */
  async subscribe(member: Member): Promise<PaymentSetup> {
    // A first payment expires after 23 hours: then a new one begins.
    for (let tries = 2; tries > 0; tries -= 1) {
      const { id, status } = await this.open(member, 'paid');
      if (status !== 'incomplete') break;
      await this.settling.settle(id).catch(throwProblem);
      const clientSecret = await this.paymentOf(id).catch(throwProblem);
      if (clientSecret) return { clientSecret, kind: 'payment' };
    }
    throw alreadyMember();
  }

  /**
   * The card of a trial, for a guest's future account too; the same again until it is set up.
   * @throws Problem `TRIAL_USED` for an account that had one, `ALREADY_MEMBER`, `PAYMENTS_UNAVAILABLE`
   */
  async beginTrial(member: Member): Promise<PaymentSetup> {
    if (await this.hadTrial(member.accountId)) throw new Problem('TRIAL_USED', 'You have already had a free trial.');
    const { id, status } = await this.open(member, 'trial');
    if (status !== 'incomplete') throw alreadyMember();
    const membership = await this.dataSource.manager.findOneByOrFail(Membership, { id });
    const setup = await this.settling.getOrCreateSetup(membership).catch(throwProblem);
    if (OPEN_SETUPS.includes(setup.status)) return { clientSecret: setup.client_secret!, kind: 'setup' };
    await this.settling.settle(id).catch(throwProblem);
    throw alreadyMember();
  }

  /** Reads the state at Stripe now. The trial of a player whose contact is confirmed meanwhile continues. */
  async settle({ accountId, isVerified }: Member): Promise<void> {
    const membership = await this.current(accountId);
    if (!membership) return;
    if (isVerified && !membership.isVerified)
      await this.dataSource.manager.update(Membership, { id: membership.id }, { isVerified });
    await this.settling.settle(membership.id).catch(throwProblem);
  }

  /**
   * Ends the membership with its period, or undoes that. While Stripe is not available, the request is stored and a job
   * follows.
   * @throws Problem `NOT_FOUND` without a running membership
   */
  async end(accountId: string, wanted: boolean): Promise<void> {
    const id = await this.dataSource.transaction(async (tx) => {
      await this.erased.refuse(tx, accountId);
      const [[row]] = await tx.query<[{ id: string }[], number]>(WANT_END, [accountId, wanted]);
      if (!row) throw new Problem('NOT_FOUND', 'You have no membership.');
      await this.jobs.add(tx, settleMembership, { membershipId: row.id }, { key: row.id });
      return row.id;
    });
    await this.settling.settle(id).catch((error: unknown) => {
      if (!isStripeUnavailable(error)) throw error;
    });
  }

  /**
   * The set-up of another card; `settle` makes it the one that pays.
   * @throws Problem `NOT_FOUND` without a running membership
   */
  async changeCard(accountId: string): Promise<PaymentSetup> {
    const membership = await this.dataSource.manager.findOneBy(Membership, {
      accountId,
      status: In(['trialing', 'active', 'past_due']),
    });
    if (!membership) throw new Problem('NOT_FOUND', 'You have no membership.');
    const setup = await this.cardSetup(membership).catch(throwProblem);
    return { clientSecret: setup.client_secret!, kind: 'setup' };
  }

  /** The open membership of an account. */
  current(accountId: string): Promise<Membership | null> {
    return this.dataSource.manager.findOneBy(Membership, {
      accountId,
      status: In(['incomplete', 'trialing', 'active', 'past_due']),
    });
  }

  hadTrial(accountId: string): Promise<boolean> {
    return hadTrial(this.dataSource.manager, accountId);
  }

  /** The account's open row; one of the other kind that has not begun makes room. */
  private async open(member: Member, kind: MembershipKind): Promise<Pick<Membership, 'id' | 'status'>> {
    return this.dataSource.transaction(async (tx) => {
      await this.erased.refuse(tx, member.accountId);
      const present = await lockOpenMembership(tx, member.accountId);
      if (present && present.status === 'incomplete' && present.kind !== kind) {
        await tx.update(Membership, { id: present.id }, { status: 'cancelled', endReason: 'replaced' });
        await this.uses.release(tx, present.id);
        await this.jobs.add(tx, settleMembership, { membershipId: present.id }, { key: present.id });
      } else if (present) {
        if (present.status === 'incomplete' && kind === 'trial')
          await tx.update(Membership, { id: present.id }, { isVerified: member.isVerified || present.isVerified });
        return present;
      }
      await tx.query(
        `INSERT INTO memberships (id, account_id, kind, is_verified) VALUES ($1, $2, $3, $4) ON CONFLICT (account_id)
          WHERE status <> 'cancelled' DO NOTHING`,
        [uuidv7(), member.accountId, kind, member.isVerified],
      );
      const opened = (await lockOpenMembership(tx, member.accountId))!;
      await this.jobs.add(
        tx,
        settleMembership,
        { membershipId: opened.id },
        { key: opened.id, runAt: new Date(Date.now() + LEFT_AFTER_MS) },
      );
      return opened;
    });
  }

  private async paymentOf(id: string): Promise<string | undefined> {
    const membership = await this.dataSource.manager.findOneByOrFail(Membership, { id });
    if (membership.status !== 'incomplete') return undefined;
    const { latest_invoice: invoice } = await this.stripe.subscriptions.retrieve(membership.subscriptionId!, {
      expand: ['latest_invoice.confirmation_secret'],
    });
    return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? undefined) : undefined;
  }

  private async cardSetup({ id, subscriptionId, cardSetupId, cardChanges }: Membership): Promise<Stripe.SetupIntent> {
    const present = cardSetupId ? await this.stripe.setupIntents.retrieve(cardSetupId) : undefined;
    if (present && OPEN_SETUPS.includes(present.status)) return present;
    // A membership that was merged into the account may have another customer than the account.
    const customer = await this.settling.customerOf(subscriptionId!);
    const changes = cardSetupId ? cardChanges + 1 : cardChanges;
    const setup = await this.stripe.setupIntents.create(
      { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: { membership: id } },
      { idempotencyKey: `card-${id}-${changes}` },
    );
    await this.dataSource.manager.update(Membership, { id }, { cardSetupId: setup.id, cardChanges: changes });
    return setup;
  }
}

const alreadyMember = () => new Problem('ALREADY_MEMBER', 'You already have a membership.');
