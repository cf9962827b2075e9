import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, invalid, Page } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource, IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { isMissingAtStripe, throwProblem } from '../payments/stripe-problem.js';
import type * as Schema from '../schema.generated.js';
import { Customers } from './customers.js';
import { PRO, TRIAL_DAYS } from './membership-terms.js';
import { Membership } from './membership.entity.js';
import { MembershipsService } from './memberships.service.js';

/** The page size that Stripe allows. */
const MAX_INVOICES = 100;
const cursor = z.string().regex(/^in_\w{1,250}$/);

/** A membership as its player sees it. */
@Injectable()
export class MembershipReads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly customers: Customers,
    private readonly memberships: MembershipsService,
  ) {}

  async of(accountId: string): Promise<Schema.Membership> {
    const [current, hadTrial] = await Promise.all([
      this.memberships.current(accountId),
      this.memberships.hadTrial(accountId),
    ]);
    const shown = current ?? (await this.findLastEnded(accountId));
    const isCancelling = Boolean(shown?.cancelsAtEnd || shown?.cancelWanted);
    return {
      status: shown?.status ?? 'none',
      isPro: Boolean(shown?.publishedPro && (!shown.publishedUntil || shown.publishedUntil > new Date())),
      price: { amount: PRO.amount, currency: PRO.currency },
      trialDays: TRIAL_DAYS,
      canTrial: !hadTrial && (!current || current.status === 'incomplete'),
      trialEndsAt: shown?.trialEndsAt?.toISOString() ?? null,
      currentPeriodEnd: shown?.periodEndsAt?.toISOString() ?? null,
      cancelAtPeriodEnd: current ? isCancelling : false,
      graceUntil: shown?.graceUntil?.toISOString() ?? null,
      card: shown?.cardLast4
        ? {
            brand: shown.cardBrand!,
            last4: shown.cardLast4,
            expMonth: shown.cardExpMonth!,
            expYear: shown.cardExpYear!,
          }
        : null,
    } satisfies Schema.Membership;
  }

  /** Newest first, read from Stripe, which stores them. */
  async invoices(accountId: string, first: number, after: string | null | undefined): Promise<Page<Schema.Invoice>> {
    const customers = await this.customers.stripeIdsOf(accountId);
    const from = after ? decodeCursor(after, cursor) : undefined;
    const remaining = from ? await this.remainingCustomers(customers, from).catch(throwProblem) : customers;
    const { invoices, hasMore } = await this.listInvoices(remaining, Math.min(first, MAX_INVOICES), from).catch(
      throwProblem,
    );
    return new Page(invoices.filter(({ status }) => status !== 'draft').map(invoiceView), hasMore, ({ id }) =>
      encodeCursor(id),
    );
  }

  /**
   * The customer of the invoice and those after it.
   * @throws Problem `VALIDATION_FAILED` for an invoice of another account
   */
  private async remainingCustomers(customers: string[], invoiceId: string): Promise<string[]> {
    const invoice = await this.stripe.invoices.retrieve(invoiceId).catch((error: unknown) => {
      if (!isMissingAtStripe(error)) throw error;
    });
    const index = customers.findIndex((customer) => customer === invoice?.customer);
    if (index < 0)
      throw invalid([{ field: 'after', code: 'INVALID_CURSOR', detail: 'This cursor does not belong to this list.' }]);
    return customers.slice(index);
  }

  /**
   * Lists the invoices of one customer after the other; the first customers have the newer memberships.
   * @param after an invoice of the first customer
   */
  private async listInvoices(
    [customer, ...others]: string[],
    limit: number,
    after: string | undefined,
  ): Promise<{ invoices: Stripe.Invoice[]; hasMore: boolean }> {
    if (!customer) return { invoices: [], hasMore: false };
    const { data, has_more: hasMore } = await this.stripe.invoices.list({
      customer,
      limit,
      ...(after && { starting_after: after }),
    });
    if (hasMore || others.length === 0) return { invoices: data, hasMore };
    if (data.length === limit) return { invoices: data, hasMore: true };
    const remaining = await this.listInvoices(others, limit - data.length, undefined);
    return { invoices: [...data, ...remaining.invoices], hasMore: remaining.hasMore };
  }

  /** The last membership that ended; null without one. */
  private findLastEnded(accountId: string): Promise<Membership | null> {
    return this.dataSource.manager.findOne(Membership, {
      where: { accountId, endReason: 'ended', subscriptionId: Not(IsNull()), periodEndsAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }
}

const STATUS: Record<string, Schema.InvoiceStatus> = { paid: 'paid', open: 'open' };

const invoiceView = ({
  id,
  number,
  created,
  total,
  currency,
  status,
  invoice_pdf: pdf,
}: Stripe.Invoice): Schema.Invoice => ({
  id,
  number: number ?? null,
  date: new Date(created * 1_000).toISOString(),
  total: { amount: total, currency: currency.toUpperCase() },
  status: STATUS[status ?? ''] ?? 'void',
  pdfUrl: pdf ?? null,
});
