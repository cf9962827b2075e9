import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, parseInput, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { SignInService } from './sign-in.service.js';
import { signInInput, SignIns } from './sign-ins.js';
import { VerifyContactService } from './verify-contact.service.js';

@Resolver()
export class IdentityResolver {
  constructor(
    private readonly verifyService: VerifyContactService,
    private readonly signInService: SignInService,
    private readonly signIns: SignIns,
  ) {}

  @Mutation()
  @Access('signed-in')
  async verifyContact(
    @Args('code') code: Schema.MutationVerifyContactArgs['code'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['verifyContact']> {
    await this.signIns.complete(await this.verifyService.verify(code, caller), caller, context);
    return true;
  }

  @Mutation()
  @Access('signed-in')
  async resendContactCode(@Caller() caller: Identity): Promise<Schema.Mutation['resendContactCode']> {
    await this.verifyService.resend(caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  async requestSignInCode(
    @Args('contact') contact: Schema.MutationRequestSignInCodeArgs['contact'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['requestSignInCode']> {
    await this.signInService.requestCode(contact, caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  async signIn(
    @Args('contact') contact: Schema.MutationSignInArgs['contact'],
    @Args('code') code: Schema.MutationSignInArgs['code'],
    @Args('interaction') interaction: Schema.MutationSignInArgs['interaction'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['signIn']> {
    // Before the proof, which works once.
    parseInput(signInInput, { interaction });
    const continueTo = await this.signIns.complete(
      await this.signInService.signIn(contact, code, caller),
      caller,
      context,
      interaction,
    );
    return continueTo === null ? null : { continueTo };
  }
}
