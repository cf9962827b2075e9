import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, Caller, type Identity } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { LeaderboardReads } from './leaderboard-reads.js';

@Resolver()
export class LeaderboardResolver {
  constructor(private readonly leaderboards: LeaderboardReads) {}

  @Query()
  @Access('signed-in')
  leaderboard(
    @Args() { period, area }: Schema.QueryLeaderboardArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['leaderboard']> {
    return this.leaderboards.of(period ?? 'all', area ?? 'world', caller.subject!);
  }
}
