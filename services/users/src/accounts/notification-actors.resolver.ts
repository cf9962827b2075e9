import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '@sprayhunt/service-kit';
import type { ShownNotification } from '../notifications/notification-reads.js';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './player.loader.js';

/** The players who caused a notification, without erased ones. */
@Resolver('Notification')
export class NotificationActorsResolver {
  constructor(private readonly players: PlayerLoader) {}

  @ResolveField()
  async actors(@Parent() { actorIds }: ShownNotification, @Context() context: RequestContext): Promise<Schema.Notification['actors']> {
    const players = await Promise.all(actorIds.map((id) => this.players.load(context, id)));
    return players.filter((player) => player !== null);
  }
}
