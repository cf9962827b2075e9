import { Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import { Achievements } from './achievements.js';

@Resolver()
export class AchievementsResolver {
  constructor(private readonly achievements: Achievements) {}

  @Query()
  @Access('signed-in')
  myAchievements(@Caller() caller: Identity) {
    return this.achievements.of(caller.subject!);
  }
}
