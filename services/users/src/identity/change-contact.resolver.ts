import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { ChangeContactService } from './change-contact.service.js';

@Resolver()
export class ChangeContactResolver {
  constructor(private readonly contacts: ChangeContactService) {}

  @Query()
  @Access('signed-in')
  myContacts(@Caller() caller: Identity) {
    return this.contacts.list(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  async requestContactChange(@Args('contact') contact: string, @Caller() caller: Identity) {
    await this.contacts.request(contact, caller);
    return true;
  }

  @Mutation()
  @Access('signed-in')
  async changeContact(@Args('contact') contact: string, @Args('code') code: string, @Caller() caller: Identity, @Context() context: RequestContext) {
    grantSession(context, await this.contacts.verify(contact, code, caller));
    return true;
  }
}
