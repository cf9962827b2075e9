import { Injectable } from '@nestjs/common';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  loaderPerRequest,
  Page,
  pageSize,
  parseInput,
  withResolved,
  type Identity,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import type { ListedMission } from '../missions/mission-reads.js';
import { ParticipationReads, type ListedParticipation } from './participation-reads.js';
import { ParticipationsService } from './participations.service.js';

const ownParticipations = z.object({
  status: z
    .enum(['active', 'completed', 'left'])
    .nullish()
    .transform((status) => status ?? undefined),
  first: pageSize,
  after: z.string().nullish(),
});
export const missionPlayers = z.object({
  missionId: z.uuid('There is no such mission.'),
  first: pageSize,
  after: z.string().nullish(),
});
const shown = withResolved<Schema.Participation, 'mission'>();
const participationCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** The caller's parts in the missions of one request, read by one statement. */
@Injectable()
export class ParticipationLoader {
  readonly load = loaderPerRequest<ListedParticipation>(async (missions, { identity: { kind, subject } }) =>
    kind === 'player' ? this.reads.inMissions(subject!, missions) : missions.map(() => null),
  );

  constructor(private readonly reads: ParticipationReads) {}
}

@Resolver('Mission')
export class ParticipationsResolver {
  constructor(
    private readonly reads: ParticipationReads,
    private readonly participations: ParticipationsService,
    private readonly loader: ParticipationLoader,
  ) {}

  @Query()
  @Access('signed-in')
  async myParticipations(
    @Args() args: Schema.QueryMyParticipationsArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['myParticipations']> {
    const { status, first, after } = parseInput(ownParticipations, args);
    const [startedAt, id] = after ? decodeCursor(after, participationCursor) : [];
    const { items, hasNextPage } = await this.reads.ofPlayer(
      caller.subject!,
      status,
      first,
      id === undefined ? undefined : { startedAt: startedAt!, id },
    );
    return new Page(items.map(shown), hasNextPage, (part) => encodeCursor([part.startedAt.toISOString(), part.id]));
  }

  @Query()
  @Access('anyone')
  async missionPlayers(@Args() args: Schema.QueryMissionPlayersArgs): Promise<Schema.Query['missionPlayers']> {
    const { missionId, first, after } = parseInput(missionPlayers, args);
    const [startedAt, id] = after ? decodeCursor(after, participationCursor) : [];
    const { items, hasNextPage } = await this.reads.ofMission(
      missionId,
      first,
      id === undefined ? undefined : { startedAt: startedAt!, id },
    );
    return new Page(items, hasNextPage, (part) => encodeCursor([part.startedAt.toISOString(), part.id]));
  }

  @Mutation()
  @Access('verified')
  async startMission(
    @Args('id') id: Schema.MutationStartMissionArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['startMission']> {
    return shown(await this.participations.start(caller.subject!, id));
  }

  @Mutation()
  @Access('verified')
  async leaveMission(
    @Args('id') id: Schema.MutationLeaveMissionArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['leaveMission']> {
    await this.participations.leave(caller.subject!, id);
    return true;
  }

  /** The caller's part in a mission. */
  @ResolveField()
  async participation(
    @Parent() { id }: ListedMission,
    @Context() context: RequestContext,
  ): Promise<Schema.Mission['participation']> {
    const own = await this.loader.load(context, id);
    return own && shown(own);
  }
}
