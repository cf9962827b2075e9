import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, Problem, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { Authorizations } from './authorizations.js';
import { Consents } from './consents.js';

@Resolver()
export class ConsentsResolver {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly consents: Consents,
  ) {}

  @Query()
  @Access('verified')
  appAuthorization(
    @Args('interaction') interaction: Schema.QueryAppAuthorizationArgs['interaction'],
  ): Promise<Schema.Query['appAuthorization']> {
    return this.authorizations.find(interaction);
  }

  @Query()
  @Access('signed-in')
  myApps(@Caller() { subject }: Identity): Promise<Schema.Query['myApps']> {
    return this.consents.of(subject!);
  }

  @Mutation()
  @Access('verified')
  decideAppAuthorization(
    @Args() { interaction, isAllowed }: Schema.MutationDecideAppAuthorizationArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['decideAppAuthorization']> {
    return this.authorizations.decide(interaction, isAllowed, subject!);
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async revokeApp(
    @Args('id') id: Schema.MutationRevokeAppArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['revokeApp']> {
    if (!(await this.consents.end(id, subject))) throw new Problem('NOT_FOUND', 'This app has no access.');
    return true;
  }
}
