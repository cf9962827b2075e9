import { Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { Achievements } from './achievements.js';

@Resolver()
export class AchievementsResolver {
  constructor(private readonly achievements: Achievements) {}

  @Query()
  @Access('signed-in')
  myAchievements(@Caller() caller: Identity): Promise<Schema.Query['myAchievements']> {
    return this.achievements.of(caller.subject!);
  }
}
