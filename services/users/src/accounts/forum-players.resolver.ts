import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '@sprayhunt/service-kit';
import type { ChosenFilter } from '../forum/player-filters.js';
import type { ShownPost } from '../forum/post-reads.js';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './player.loader.js';

/** The author of a post, as they show themself. */
@Resolver('ForumPost')
export class PostAuthorResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async author(@Parent() { authorId }: ShownPost, @Context() context: RequestContext): Promise<Schema.ForumPost['author']> {
    return authorId === null ? null : this.players.load(context, authorId);
  }
}

/** Players that a player has blocked or muted. */
@Resolver('PlayerFilter')
export class FilteredPlayerResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async player(@Parent() { playerId }: ChosenFilter, @Context() context: RequestContext): Promise<Schema.PlayerFilter['player']> {
    return (await this.players.load(context, playerId))!;
  }
}
