import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { MissionLoader } from './mission.loader.js';

@Resolver('Participation')
export class MissionOfParticipationResolver {
  constructor(private readonly missions: MissionLoader) {}

  @ResolveField()
  async mission(@Parent() { missionId }: Schema.Participation, @Context() context: RequestContext): Promise<Schema.Participation['mission']> {
    return (await this.missions.load(context, missionId))!;
  }
}
