import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './player.loader.js';

/** The player that a moderation case is about. */
@Resolver('ModerationCase')
export class ModeratedPlayerResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  @Access({ role: 'moderator' })
  async player(@Parent() { affected }: Schema.ModerationCase & { affected?: string | null }, @Context() context: RequestContext): Promise<Schema.ModerationCase['player']> {
    return affected ? this.players.load(context, affected) : null;
  }
}
