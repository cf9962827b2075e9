import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { LikesService } from './likes.service.js';

@Resolver()
export class LikesResolver {
  constructor(private readonly likes: LikesService) {}

  @Mutation()
  @Access('verified')
  likeDiscovery(@Args('id') id: string, @Caller() caller: Identity) {
    return this.likes.like(caller.subject!, id);
  }

  @Mutation()
  @Access('verified')
  unlikeDiscovery(@Args('id') id: string, @Caller() caller: Identity) {
    return this.likes.takeBack(caller.subject!, id);
  }
}
