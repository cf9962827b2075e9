import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { DeleteAccountService } from './delete-account.service.js';

@Resolver()
export class ErasureResolver {
  constructor(private readonly deletion: DeleteAccountService) {}

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async requestErasureCode(@Caller() caller: Identity): Promise<Schema.Mutation['requestErasureCode']> {
    return { sentTo: await this.deletion.requestCode(caller) };
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async eraseAccount(
    @Args('code') code: Schema.MutationEraseAccountArgs['code'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['eraseAccount']> {
    await this.deletion.delete(code, caller);
    grantSession(context, { accountId: caller.subject!, status: caller.status!, ends: true });
    return true;
  }
}
