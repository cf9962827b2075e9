import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { WalletsService } from './wallets.service.js';

@Resolver()
export class WalletsResolver {
  constructor(private readonly wallets: WalletsService) {}

  @Mutation()
  @Access('verified')
  async challengeWallet(@Args() args: unknown, @Caller() caller: Identity) {
    return { message: await this.wallets.challenge(args, caller) };
  }

  @Mutation()
  @Access('verified')
  linkWallet(@Args('message') message: string, @Args('signature') signature: string, @Caller() caller: Identity) {
    return this.wallets.link(message, signature, caller);
  }

  @Mutation()
  @Access('signed-in')
  async unlinkWallet(@Caller() caller: Identity) {
    await this.wallets.unlink(caller.subject!);
    return true;
  }
}
