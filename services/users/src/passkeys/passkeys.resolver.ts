import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { SignIns } from '../identity/sign-ins.js';
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
  myPasskeys(@Caller() caller: Identity) {
    return this.passkeys.list(caller);
  }

  @Mutation()
  @Access('verified')
  passkeyCreationOptions(@Caller() caller: Identity) {
    return this.passkeys.creationOptions(caller);
  }

  @Mutation()
  @Access('verified')
  addPasskey(@Args('response') response: unknown, @Args('name') name: unknown, @Caller() caller: Identity) {
    return this.passkeys.add({ response, name }, caller);
  }

  @Mutation()
  @Access('verified')
  renamePasskey(@Args('id') id: string, @Args('name') name: unknown, @Caller() caller: Identity) {
    return this.passkeys.rename(id, name, caller);
  }

  @Mutation()
  @Access('verified')
  async removePasskey(@Args('id') id: string, @Caller() caller: Identity) {
    await this.passkeys.remove(id, caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  passkeySignInOptions(@Caller() caller: Identity) {
    return this.signInService.options(caller);
  }

  @Mutation()
  @Access('anyone')
  async signInByPasskey(
    @Args('response') response: unknown,
    @Args('interaction') interaction: string | null,
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ) {
    const continueTo = await this.signIns.complete(await this.signInService.signIn(response, caller), caller, context, interaction);
    return continueTo && { continueTo };
  }
}
