import { Args, Query, ResolveReference, Resolver } from '@nestjs/graphql';
import { Access, Page, parseInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { cursorAt, nearbyCursorOf, nearbyArguments } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import { shownWall, WallReads } from './wall-reads.js';

/** Metres. */
const WIDEST = 500_000;
const nearbyWalls = nearbyArguments(WIDEST);
const uuid = z.uuid();

@Resolver('LegalWall')
export class WallsResolver {
  constructor(private readonly walls: WallReads) {}

  @Query()
  @Access('anyone')
  async legalWallsNearby(@Args() args: Schema.QueryLegalWallsNearbyArgs): Promise<Schema.Query['legalWallsNearby']> {
    const { latitude, longitude, radius, first, after } = parseInput(nearbyWalls, args);
    const search = { place: { latitude, longitude }, radius, first, after: after ? nearbyCursorOf(after) : undefined };
    const { items, hasNextPage } = await this.walls.nearby(search);
    return new Page(items.map(shownWall), hasNextPage, cursorAt);
  }

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.LegalWall, 'id'>): Promise<Schema.LegalWall | null> {
    const wall = uuid.safeParse(id).success ? await this.walls.byId(id) : null;
    return wall && shownWall(wall);
  }
}
