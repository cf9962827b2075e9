import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { DeleteAccountService } from './delete-account.service.js';

@Resolver()
export class ErasureResolver {
  constructor(private readonly deletion: DeleteAccountService) {}

  @Mutation()
  @Access('signed-in')
  async requestErasureCode(@Caller() caller: Identity) {
    return { sentTo: await this.deletion.requestCode(caller) };
  }

  @Mutation()
  @Access('signed-in')
  async eraseAccount(@Args('code') code: string, @Caller() caller: Identity, @Context() context: RequestContext) {
    await this.deletion.delete(code, caller);
    grantSession(context, { accountId: caller.subject!, status: caller.status!, ends: true });
    return true;
  }
}
