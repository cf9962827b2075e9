import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  type Identity,
  Page,
  pageInput,
  parseInput,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { OAuthClients } from './oauth-clients.js';
import { PartnerReads } from './partner-reads.js';
import { PartnerRequests } from './partner-requests.js';
import { newSecretInput } from './partners.input.js';

const requestCursor = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver('PartnerClient')
export class PartnersResolver {
  constructor(
    private readonly reads: PartnerReads,
    private readonly requests: PartnerRequests,
    private readonly clients: OAuthClients,
  ) {}

  @Query()
  @Access('signed-in')
  myPartnerClients(@Caller() { subject }: Identity): Promise<Schema.Query['myPartnerClients']> {
    return this.reads.own(subject!);
  }

  @Query()
  @Access({ role: 'operator' })
  async partnerRequests(@Args() args: Schema.QueryPartnerRequestsArgs): Promise<Schema.Query['partnerRequests']> {
    const { first, after } = parseInput(pageInput, args);
    const [requestedAt, id] = after ? decodeCursor(after, requestCursor) : [];
    const { items, hasNextPage } = await this.reads.pending(
      first,
      id === undefined ? undefined : { requestedAt: requestedAt!, id },
    );
    return new Page(items, hasNextPage, (one) => encodeCursor([one.requestedAt.toISOString(), one.id]));
  }

  @Mutation()
  @Access('verified')
  async requestPartnerClient(
    @Args('input') input: Schema.MutationRequestPartnerClientArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['requestPartnerClient']> {
    const id = await this.requests.create(caller.subject!, input);
    return (await this.reads.ownById(caller.subject!, id))!;
  }

  @Mutation()
  @Access({ role: 'operator' })
  async decidePartnerRequest(
    @Args('input') input: Schema.MutationDecidePartnerRequestArgs['input'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['decidePartnerRequest']> {
    await this.requests.decide(input, subject);
    return true;
  }

  @Mutation()
  @Access('verified')
  async createPartnerSecret(
    @Args() args: Schema.MutationCreatePartnerSecretArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['createPartnerSecret']> {
    const { id, overlapHours } = parseInput(newSecretInput, args);
    const { secret } = await this.clients.rotate(id, overlapHours, subject);
    return { secret, client: (await this.reads.ownById(subject!, id))! };
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async revokePartnerClient(
    @Args('id') id: Schema.MutationRevokePartnerClientArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['revokePartnerClient']> {
    await this.clients.revoke(id, subject);
    return (await this.reads.ownById(subject!, id))!;
  }
}
