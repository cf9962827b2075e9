import { Args, Mutation, Parent, Query, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import { Access, Caller, pageInput, parseInput, type Identity } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { ArtViewsService } from './art-views.service.js';
import { GalleryReads } from './gallery-reads.js';
import { GalleryService } from './gallery.service.js';

const pageOfPlayer = pageInput.extend({ playerId: z.uuid('Name the player by their id.') });

@Resolver()
export class GalleryResolver {
  constructor(
    private readonly gallery: GalleryService,
    private readonly reads: GalleryReads,
    private readonly views: ArtViewsService,
  ) {}

  @Query()
  @Access('signed-in')
  myArt(@Args() args: Schema.QueryMyArtArgs, @Caller() caller: Identity): Promise<Schema.Query['myArt']> {
    const { first, after } = parseInput(pageInput, args);
    return this.reads.ofOwner(caller.subject!, first, after);
  }

  @Query()
  @Access('anyone')
  playerArt(@Args() args: Schema.QueryPlayerArtArgs): Promise<Schema.Query['playerArt']> {
    const { playerId, first, after } = parseInput(pageOfPlayer, args);
    return this.reads.ofPlayer(playerId, first, after);
  }

  @Mutation()
  @Access('verified')
  async addArt(
    @Args('input') input: Schema.MutationAddArtArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['addArt']> {
    const id = await this.gallery.add(caller.subject!, input);
    return (await this.reads.one(id))!;
  }

  @Mutation()
  @Access('signed-in')
  async removeArt(
    @Args('id') id: Schema.MutationRemoveArtArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['removeArt']> {
    await this.gallery.remove(caller.subject!, id);
    return true;
  }

  @Mutation()
  @Access('signed-in')
  async orderArt(
    @Args('ids') ids: Schema.MutationOrderArtArgs['ids'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['orderArt']> {
    await this.gallery.order(caller.subject!, ids);
    return true;
  }

  @Mutation()
  @Access('anyone')
  async viewArt(
    @Args('id') id: Schema.MutationViewArtArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['viewArt']> {
    return { views: await this.views.view(id, caller) };
  }
}

/** The gallery as a part of its player. */
@Resolver('Player')
export class PlayerResolver {
  constructor(private readonly reads: GalleryReads) {}

  @ResolveReference()
  async reference({ id }: Pick<Schema.Player, 'id'>): Promise<Schema.Player | null> {
    return { id };
  }

  @ResolveField()
  art(@Parent() { id }: Schema.Player, @Args() args: Schema.PlayerArtArgs): Promise<Schema.Player['art']> {
    const { playerId, first, after } = parseInput(pageOfPlayer, { ...args, playerId: id });
    return this.reads.ofPlayer(playerId, first, after);
  }
}
