import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { LikesService } from './likes.service.js';

@Resolver()
export class LikesResolver {
  constructor(private readonly likes: LikesService) {}

  @Mutation()
  @Access('verified')
  likeDiscovery(
    @Args('id') id: Schema.MutationLikeDiscoveryArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['likeDiscovery']> {
    return this.likes.like(caller.subject!, id);
  }

  @Mutation()
  @Access('verified')
  unlikeDiscovery(
    @Args('id') id: Schema.MutationUnlikeDiscoveryArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['unlikeDiscovery']> {
    return this.likes.unlike(caller.subject!, id);
  }
}
