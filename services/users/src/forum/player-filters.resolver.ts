import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  Page,
  pageInput,
  parseInput,
  withResolved,
  type Identity,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { PlayerFilters } from './player-filters.js';

const shown = withResolved<Schema.PlayerFilter, 'player'>();
const filterCursor = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver()
export class PlayerFiltersResolver {
  constructor(private readonly filters: PlayerFilters) {}

  @Query()
  @Access('verified')
  async myPlayerFilters(
    @Args() args: Schema.QueryMyPlayerFiltersArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['myPlayerFilters']> {
    const { first, after } = parseInput(pageInput, args);
    const [createdAt, playerId] = after ? decodeCursor(after, filterCursor) : [];
    const { items, hasNextPage } = await this.filters.of(
      caller.subject!,
      first,
      playerId === undefined ? undefined : { createdAt: createdAt!, playerId },
    );
    return new Page(items.map(shown), hasNextPage, (filter) =>
      encodeCursor([filter.createdAt.toISOString(), filter.playerId]),
    );
  }

  @Mutation()
  @Access('verified')
  async filterPlayer(
    @Args() { playerId, kind }: Schema.MutationFilterPlayerArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['filterPlayer']> {
    await this.filters.set(caller.subject!, playerId, kind ?? null);
    return true;
  }
}
