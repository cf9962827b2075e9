import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, parseInput, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { signInInput, SignIns } from '../identity/sign-ins.js';
import type * as Schema from '../schema.generated.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysService } from './passkeys.service.js';

@Resolver()
export class PasskeysResolver {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly signInService: PasskeySignInService,
    private readonly signIns: SignIns,
  ) {}

  @Query()
  @Access('signed-in')
  myPasskeys(@Caller() caller: Identity): Promise<Schema.Query['myPasskeys']> {
    return this.passkeys.list(caller);
  }

  @Mutation()
  @Access('verified')
  passkeyCreationOptions(@Caller() caller: Identity): Promise<Schema.Mutation['passkeyCreationOptions']> {
    return this.passkeys.creationOptions(caller);
  }

  @Mutation()
  @Access('verified')
  addPasskey(
    @Args('response') response: Schema.MutationAddPasskeyArgs['response'],
    @Args('name') name: Schema.MutationAddPasskeyArgs['name'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['addPasskey']> {
    return this.passkeys.add({ response, name }, caller);
  }

  @Mutation()
  @Access('verified')
  renamePasskey(
    @Args('id') id: Schema.MutationRenamePasskeyArgs['id'],
    @Args('name') name: Schema.MutationRenamePasskeyArgs['name'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['renamePasskey']> {
    return this.passkeys.rename(id, name, caller);
  }

  @Mutation()
  @Access('verified', { evenSuspended: true })
  async removePasskey(
    @Args('id') id: Schema.MutationRemovePasskeyArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['removePasskey']> {
    await this.passkeys.remove(id, caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  passkeySignInOptions(@Caller() caller: Identity): Promise<Schema.Mutation['passkeySignInOptions']> {
    return this.signInService.options(caller);
  }

  @Mutation()
  @Access('anyone')
  async signInByPasskey(
    @Args('response') response: Schema.MutationSignInByPasskeyArgs['response'],
    @Args('interaction') interaction: Schema.MutationSignInByPasskeyArgs['interaction'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['signInByPasskey']> {
    // Before the proof, which works once.
    parseInput(signInInput, { interaction });
    const continueTo = await this.signIns.complete(
      await this.signInService.signIn(response, caller),
      caller,
      context,
      interaction,
    );
    return continueTo === null ? null : { continueTo };
  }
}
