import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { ChangeContactService } from './change-contact.service.js';

@Resolver()
export class ChangeContactResolver {
  constructor(private readonly contacts: ChangeContactService) {}

  @Query()
  @Access('signed-in')
  myContacts(@Caller() caller: Identity): Promise<Schema.Query['myContacts']> {
    return this.contacts.list(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  async requestContactChange(
    @Args('contact') contact: Schema.MutationRequestContactChangeArgs['contact'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['requestContactChange']> {
    await this.contacts.request(contact, caller);
    return true;
  }

  @Mutation()
  @Access('signed-in')
  async changeContact(
    @Args('contact') contact: Schema.MutationChangeContactArgs['contact'],
    @Args('code') code: Schema.MutationChangeContactArgs['code'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['changeContact']> {
    grantSession(context, await this.contacts.verify(contact, code, caller));
    return true;
  }
}
