import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, grantSession, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { SignInService } from './sign-in.service.js';
import { VerifyContactService } from './verify-contact.service.js';

@Resolver()
export class IdentityResolver {
  constructor(
    private readonly verifyService: VerifyContactService,
    private readonly signInService: SignInService,
  ) {}

  @Mutation()
  @Access('signed-in')
  async verifyContact(@Args('code') code: string, @Caller() caller: Identity, @Context() context: RequestContext) {
    grantSession(context, await this.verifyService.verify(code, caller));
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
  async signIn(@Args('contact') contact: string, @Args('code') code: string, @Caller() caller: Identity, @Context() context: RequestContext) {
    grantSession(context, await this.signInService.signIn(contact, code, caller));
    return true;
  }
}
