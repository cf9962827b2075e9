import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { SignInService } from './sign-in.service.js';
import { SignIns } from './sign-ins.js';
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
  async verifyContact(@Args('code') code: string, @Caller() caller: Identity, @Context() context: RequestContext) {
    await this.signIns.complete(await this.verifyService.verify(code, caller), caller, context);
    return true;
  }

  @Mutation()
  @Access('signed-in')
  async resendContactCode(@Caller() caller: Identity) {
    await this.verifyService.resend(caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  async requestSignInCode(@Args('contact') contact: string, @Caller() caller: Identity) {
    await this.signInService.requestCode(contact, caller);
    return true;
  }

  @Mutation()
  @Access('anyone')
  async signIn(
    @Args('contact') contact: string,
    @Args('code') code: string,
    @Args('interaction') interaction: string | null,
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ) {
    const continueTo = await this.signIns.complete(await this.signInService.signIn(contact, code, caller), caller, context, interaction);
    return continueTo && { continueTo };
  }
}
