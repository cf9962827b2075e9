import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { WalletsService } from './wallets.service.js';

@Resolver()
export class WalletsResolver {
  constructor(private readonly wallets: WalletsService) {}

  @Mutation()
  @Access('verified')
  async challengeWallet(
    @Args() args: Schema.MutationChallengeWalletArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['challengeWallet']> {
    return { message: await this.wallets.challenge(args, caller) };
  }

  @Mutation()
  @Access('verified')
  linkWallet(
    @Args('message') message: Schema.MutationLinkWalletArgs['message'],
    @Args('signature') signature: Schema.MutationLinkWalletArgs['signature'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['linkWallet']> {
    return this.wallets.link(message, signature, caller);
  }

  @Mutation()
  @Access('signed-in')
  async unlinkWallet(@Caller() caller: Identity): Promise<Schema.Mutation['unlinkWallet']> {
    await this.wallets.unlink(caller.subject!);
    return true;
  }
}
