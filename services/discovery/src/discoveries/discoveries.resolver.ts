import { Args, Context, Mutation, Parent, Query, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  type Identity,
  Page,
  pageInput,
  parseInput,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import { cursorAt, cursorOfId, idOf } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import { DiscoveriesService } from './discoveries.service.js';
import { DiscoveryLoader, DiscoveryReads, playerOf } from './discovery-reads.js';
import { nearbySearch } from './nearby-search.js';

const uuid = z.uuid();

@Resolver('Discovery')
export class DiscoveriesResolver {
  constructor(
    private readonly discoveries: DiscoveriesService,
    private readonly reads: DiscoveryReads,
    private readonly loader: DiscoveryLoader,
  ) {}

  @Query()
  @Access('anyone')
  async discoveriesNearby(
    @Args() args: Schema.QueryDiscoveriesNearbyArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['discoveriesNearby']> {
    const { items, hasNextPage } = await this.reads.nearby(nearbySearch(args), playerOf(caller));
    return new Page(items, hasNextPage, cursorAt);
  }

  @Query()
  @Access('anyone')
  async discovery(
    @Args('id') id: Schema.QueryDiscoveryArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Query['discovery']> {
    return uuid.safeParse(id).success ? (await this.reads.byIds([id], playerOf(caller)))[0] : null;
  }

  @Query()
  @Access('signed-in')
  async myDiscoveries(
    @Args() args: Schema.QueryMyDiscoveriesArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['myDiscoveries']> {
    const { first, after } = parseInput(pageInput, args);
    const { items, hasNextPage } = await this.reads.ofPlayer(caller.subject!, first, after ? idOf(after) : undefined);
    return new Page(items, hasNextPage, cursorOfId);
  }

  @Mutation()
  @Access('verified', { clientsToo: true })
  createDiscovery(
    @Args('input') input: Schema.MutationCreateDiscoveryArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['createDiscovery']> {
    return this.discoveries.create(caller, input);
  }

  @ResolveField()
  finderId(
    @Parent() { id }: Schema.Discovery,
    @Context() context: RequestContext,
  ): Promise<Schema.Discovery['finderId']> {
    return this.loader.finder(context, id);
  }

  @ResolveField()
  appId(@Parent() { id }: Schema.Discovery, @Context() context: RequestContext): Promise<Schema.Discovery['appId']> {
    return this.loader.app(context, id);
  }

  @ResolveReference()
  async resolveReference(
    { id }: Pick<Schema.Discovery, 'id'>,
    context: RequestContext,
  ): Promise<Schema.Discovery | null> {
    return uuid.safeParse(id).success ? this.loader.load(context, id) : null;
  }
}
