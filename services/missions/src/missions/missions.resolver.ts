import { Injectable } from '@nestjs/common';
import { Args, Context, Parent, Query, ResolveField, Resolver, ResolveReference } from '@nestjs/graphql';
import {
  Access,
  decodeCursor,
  encodeCursor,
  latitude,
  loaderPerRequest,
  longitude,
  Page,
  pageSize,
  parseInput,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { DIFFICULTIES, MISSION_TYPES, SAFETY_RATINGS } from './mission.entity.js';
import { MissionReads, type ListedMission } from './mission-reads.js';

const uuid = z.uuid();

const oneOf = <const Values extends Record<string, string>>(values: Values) =>
  z
    .enum(Object.keys(values) as (keyof Values & string)[])
    .nullish()
    .transform((value) => value ?? undefined);

/** Characters of a country's name. */
const COUNTRY_LENGTH = 80;
/** Kilometres: half around the earth. */
const FARTHEST = 20_040;

const missionList = z.object({
  missionType: oneOf(MISSION_TYPES),
  difficultyLevel: oneOf(DIFFICULTIES),
  safetyRating: oneOf(SAFETY_RATINGS),
  country: z
    .string()
    .trim()
    .max(COUNTRY_LENGTH, `The country has at most ${COUNTRY_LENGTH} characters.`)
    .nullish()
    .transform((country) => country || undefined),
  first: pageSize,
  after: z.string().nullish(),
});

const nearbyMissions = missionList.extend({
  latitude,
  longitude,
  radius: z
    .int('The radius is in whole kilometres.')
    .min(1, 'The radius is at least 1 kilometre.')
    .max(FARTHEST, 'The radius is at most 20,040 kilometres.'),
});

const rankCursor = z.tuple([z.number(), uuid]);
const distanceCursor = z.tuple([z.number(), uuid]);

/** The missions that one request refers to, read by one statement. */
@Injectable()
export class MissionLoader {
  readonly load = loaderPerRequest<ListedMission>((ids) => this.reads.byIds(ids));

  constructor(private readonly reads: MissionReads) {}
}

@Resolver('Mission')
export class MissionsResolver {
  constructor(
    private readonly reads: MissionReads,
    private readonly loader: MissionLoader,
  ) {}

  @Query()
  @Access('anyone')
  async missions(@Args() args: Schema.QueryMissionsArgs): Promise<Schema.Query['missions']> {
    const { first, after, ...filter } = parseInput(missionList, args);
    const [listRank, id] = after ? decodeCursor(after, rankCursor) : [];
    const { items, hasNextPage } = await this.reads.all(
      filter,
      first,
      id === undefined ? undefined : { listRank: listRank!, id },
    );
    return new Page(items, hasNextPage, (mission) => encodeCursor([mission.listRank, mission.id]));
  }

  @Query()
  @Access('anyone')
  async missionsNearby(@Args() args: Schema.QueryMissionsNearbyArgs): Promise<Schema.Query['missionsNearby']> {
    const { first, after, latitude: north, longitude: east, radius, ...filter } = parseInput(nearbyMissions, args);
    const [distance, id] = after ? decodeCursor(after, distanceCursor) : [];
    const { items, hasNextPage } = await this.reads.nearby(
      filter,
      { latitude: north, longitude: east },
      radius,
      first,
      id === undefined ? undefined : { distance: distance!, id },
    );
    return new Page(items, hasNextPage, (mission) => encodeCursor([mission.distance, mission.id]));
  }

  @Query()
  @Access('anyone')
  async mission(
    @Args('id') id: Schema.QueryMissionArgs['id'],
    @Context() context: RequestContext,
  ): Promise<Schema.Query['mission']> {
    return uuid.safeParse(id).success ? this.loader.load(context, id) : null;
  }

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.Mission, 'id'>, context: RequestContext): Promise<Schema.Mission | null> {
    return uuid.safeParse(id).success ? this.loader.load(context, id) : null;
  }
}

@Resolver('Participation')
export class MissionOfParticipationResolver {
  constructor(private readonly missions: MissionLoader) {}

  @ResolveField()
  async mission(
    @Parent() { missionId }: Schema.Participation,
    @Context() context: RequestContext,
  ): Promise<Schema.Participation['mission']> {
    return (await this.missions.load(context, missionId))!;
  }
}
