import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, Caller, decodeCursor, encodeCursor, Page, parseInput, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { PlayerLoader } from '../accounts/player.loader.js';
import type * as Schema from '../schema.generated.js';
import { PlayerFilters, type ChosenFilter } from './player-filters.js';
import { page } from './post.input.js';

const mark = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver('PlayerFilter')
export class PlayerFiltersResolver {
  constructor(
    private readonly filters: PlayerFilters,
    private readonly players: PlayerLoader,
  ) {}

  @Query()
  @Access('verified')
  async myPlayerFilters(@Args() args: Schema.QueryMyPlayerFiltersArgs, @Caller() caller: Identity): Promise<Schema.Query['myPlayerFilters']> {
    const { first, after } = parseInput(page, args);
    const [createdAt, playerId] = after ? decodeCursor(after, mark) : [];
    const { items, hasNextPage } = await this.filters.of(caller.subject!, first, playerId === undefined ? undefined : { createdAt: createdAt!, playerId });
    return new Page(items, hasNextPage, (filter) => encodeCursor([filter.createdAt.toISOString(), filter.playerId])) as unknown as Schema.PlayerFilterConnection;
  }

  @Mutation()
  @Access('verified')
  async filterPlayer(@Args() { playerId, kind }: Schema.MutationFilterPlayerArgs, @Caller() caller: Identity): Promise<Schema.Mutation['filterPlayer']> {
    await this.filters.set(caller.subject!, playerId, kind ?? null);
    return true;
  }

  @ResolveField()
  async player(@Parent() { playerId }: ChosenFilter, @Context() context: RequestContext): Promise<Schema.PlayerFilter['player']> {
    return (await this.players.load(context, playerId))!;
  }
}
