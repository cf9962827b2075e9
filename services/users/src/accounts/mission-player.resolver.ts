import { Context, Parent, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import { Access, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './player.loader.js';

/** Who takes part in a mission. */
@Resolver('MissionPlayer')
export class MissionPlayerResolver {
  constructor(private readonly loader: PlayerLoader) {}

  @ResolveReference()
  async reference({ id, playerId }: Pick<Schema.MissionPlayer, 'id' | 'playerId'>): Promise<Schema.MissionPlayer | null> {
    return { id, playerId };
  }

  @ResolveField()
  @Access('anyone')
  async player(@Parent() { playerId }: Schema.MissionPlayer, @Context() context: RequestContext): Promise<Schema.MissionPlayer['player']> {
    return this.loader.finder(context, playerId);
  }
}
