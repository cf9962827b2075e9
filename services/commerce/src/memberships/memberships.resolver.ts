import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, InjectConfig, pageInput, parseInput, Problem, type Identity } from '@sprayhunt/service-kit';
import type { CommerceConfig } from '../config.js';
import { publishableKey } from '../payments/stripe-client.js';
import type * as Schema from '../schema.generated.js';
import { MembershipReads } from './membership-reads.js';
import { MembershipsService, type Member } from './memberships.service.js';
import { trialInput } from './trial-input.js';

@Resolver()
export class MembershipsResolver {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly reads: MembershipReads,
    @InjectConfig() private readonly config: CommerceConfig,
  ) {}

  @Query()
  @Access('anyone')
  paymentSettings(): Schema.Query['paymentSettings'] {
    const key = publishableKey(this.config);
    return {
      mode: key.startsWith('pk_live_') ? 'live' : 'test',
      publishableKey: key,
      sandboxUrl: this.config.STRIPE_SANDBOX_URL ?? null,
    };
  }

  @Query()
  @Access('signed-in')
  membership(@Caller() caller: Identity): Promise<Schema.Query['membership']> {
    return this.reads.of(caller.subject!);
  }

  @Query()
  @Access('signed-in')
  invoices(@Args() args: Schema.QueryInvoicesArgs, @Caller() caller: Identity): Promise<Schema.Query['invoices']> {
    const { first, after } = parseInput(pageInput, args);
    return this.reads.invoices(caller.subject!, first, after);
  }

  @Mutation()
  @Access('verified')
  getOrCreateSubscription(@Caller() caller: Identity): Promise<Schema.Mutation['getOrCreateSubscription']> {
    return this.memberships.subscribe(memberOf(caller));
  }

  @Mutation()
  @Access('anyone')
  createTrialSubscription(
    @Args('input') input: Schema.MutationCreateTrialSubscriptionArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['createTrialSubscription']> {
    parseInput(trialInput, input);
    if (caller.kind === 'partner') throw new Problem('FORBIDDEN', 'This call is for players, not for partners.');
    if (!caller.subject) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this call needs a session.');
    return this.memberships.beginTrial(memberOf(caller));
  }

  @Mutation()
  @Access('signed-in')
  async settleMembership(@Caller() caller: Identity): Promise<Schema.Mutation['settleMembership']> {
    await this.memberships.settle(memberOf(caller));
    return this.reads.of(caller.subject!);
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async cancelMembership(@Caller() caller: Identity): Promise<Schema.Mutation['cancelMembership']> {
    await this.memberships.end(caller.subject!, true);
    return this.reads.of(caller.subject!);
  }

  @Mutation()
  @Access('verified')
  async resumeMembership(@Caller() caller: Identity): Promise<Schema.Mutation['resumeMembership']> {
    await this.memberships.end(caller.subject!, false);
    return this.reads.of(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  changeCard(@Caller() caller: Identity): Promise<Schema.Mutation['changeCard']> {
    return this.memberships.changeCard(caller.subject!);
  }
}

const memberOf = (caller: Identity): Member => ({
  accountId: caller.subject!,
  isVerified: caller.kind === 'player' && caller.status === 'verified',
});
