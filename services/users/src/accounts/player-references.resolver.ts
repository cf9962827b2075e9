import { Context, Parent, ResolveField, Resolver, ResolveReference } from '@nestjs/graphql';
import type { RequestContext } from '@sprayhunt/service-kit';
import type { ChosenFilter } from '../forum/player-filters.js';
import type { ShownPost } from '../forum/post-reads.js';
import type { ShownNotification } from '../notifications/notification-reads.js';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './players.js';

/** The author of a post, as they show themself. */
@Resolver('ForumPost')
export class PostAuthorResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async author(
    @Parent() { authorId }: ShownPost,
    @Context() context: RequestContext,
  ): Promise<Schema.ForumPost['author']> {
    return authorId === null ? null : this.players.load(context, authorId);
  }
}

/** Players that a player has blocked or muted. */
@Resolver('PlayerFilter')
export class FilteredPlayerResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async player(
    @Parent() { playerId }: ChosenFilter,
    @Context() context: RequestContext,
  ): Promise<Schema.PlayerFilter['player']> {
    return (await this.players.load(context, playerId))!;
  }
}

/** The players who caused a notification, without erased ones. */
@Resolver('Notification')
export class NotificationActorsResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async actors(
    @Parent() { actorIds }: ShownNotification,
    @Context() context: RequestContext,
  ): Promise<Schema.Notification['actors']> {
    const players = await Promise.all(actorIds.map((id) => this.players.load(context, id)));
    return players.filter((player) => player !== null);
  }
}

/** The player that a moderation case is about. */
@Resolver('ModerationCase')
export class ModeratedPlayerResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async player(
    @Parent() { affected }: Schema.ModerationCase & { affected?: string | null },
    @Context() context: RequestContext,
  ): Promise<Schema.ModerationCase['player']> {
    return affected ? this.players.load(context, affected) : null;
  }
}

/** Who takes part in a mission. */
@Resolver('MissionPlayer')
export class MissionPlayerResolver {
  constructor(private readonly loader: PlayerLoader) {}

  @ResolveReference()
  async reference({
    id,
    playerId,
  }: Pick<Schema.MissionPlayer, 'id' | 'playerId'>): Promise<Schema.MissionPlayer | null> {
    return { id, playerId };
  }

  @ResolveField()
  async player(
    @Parent() { playerId }: Schema.MissionPlayer,
    @Context() context: RequestContext,
  ): Promise<Schema.MissionPlayer['player']> {
    return this.loader.finder(context, playerId);
  }
}

/** Who documented a work. */
@Resolver('Discovery')
export class FinderResolver {
  constructor(private readonly loader: PlayerLoader) {}

  @ResolveReference()
  async reference({
    id,
    finderId,
    appId,
  }: Pick<Schema.Discovery, 'id' | 'finderId' | 'appId'>): Promise<Schema.Discovery | null> {
    return { id, finderId, appId };
  }

  @ResolveField()
  async finder(
    @Parent() { finderId }: Schema.Discovery,
    @Context() context: RequestContext,
  ): Promise<Schema.Discovery['finder']> {
    return finderId ? this.loader.finder(context, finderId) : null;
  }
}
