import { Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { Achievements } from './achievements.js';

@Resolver('Player')
export class AchievementsResolver {
  constructor(private readonly achievements: Achievements) {}

  @Query()
  @Access('signed-in')
  myAchievements(@Caller() caller: Identity): Promise<Schema.Query['myAchievements']> {
    return this.achievements.of(caller.subject!);
  }

  @ResolveField('achievements')
  earned(@Parent() { id }: { id: string }, @Context() context: RequestContext): Promise<Schema.Player['achievements']> {
    return this.achievements.earned(context, id);
  }
}
