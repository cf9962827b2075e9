import { Args, Mutation, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  Page,
  parseInput,
  Problem,
  withResolved,
  type Identity,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { NotificationChoices } from './notification-choices.js';
import { notificationList, readInput, settingsInput, stopInput } from './notification.input.js';
import { NotificationReads } from './notification-reads.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const shown = withResolved<Schema.Notification, 'actors'>();
const shownPage = withResolved<Schema.NotificationConnection, 'unread'>();
const notificationCursor = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver()
export class NotificationsResolver {
  constructor(
    private readonly reads: NotificationReads,
    private readonly choices: NotificationChoices,
    private readonly links: UnsubscribeLinks,
  ) {}

  @Query()
  @Access('signed-in')
  async notifications(
    @Args() args: Schema.QueryNotificationsArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['notifications']> {
    const { first, after } = parseInput(notificationList, args);
    const [happenedAt, id] = after ? decodeCursor(after, notificationCursor) : [];
    const { items, hasNextPage } = await this.reads.of(
      caller.subject!,
      first,
      id === undefined ? undefined : { happenedAt: happenedAt!, id },
    );
    return shownPage(
      new Page(items.map(shown), hasNextPage, (each) => encodeCursor([each.happenedAt.toISOString(), each.id])),
    );
  }

  @Query()
  @Access('signed-in')
  async notificationSettings(@Caller() caller: Identity): Promise<Schema.Query['notificationSettings']> {
    return this.choices.of(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  async markNotificationsRead(
    @Args() args: Schema.MutationMarkNotificationsReadArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['markNotificationsRead']> {
    const { ids, before } = parseInput(readInput, args);
    await this.choices.markRead(caller.subject!, ids ? { ids } : { before: before! });
    return this.reads.unread(caller.subject!);
  }

  @Mutation()
  @Access('signed-in')
  async setNotificationSettings(
    @Args('input') input: Schema.MutationSetNotificationSettingsArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['setNotificationSettings']> {
    await this.choices.update(caller.subject!, parseInput(settingsInput, input));
    return this.choices.of(caller.subject!);
  }

  @Mutation()
  @Access('anyone')
  async stopDigest(@Args() args: Schema.MutationStopDigestArgs): Promise<Schema.Mutation['stopDigest']> {
    const publicId = this.links.verify(parseInput(stopInput, args).token);
    if (!publicId) throw new Problem('NOT_FOUND', 'This link is not complete, or it is not ours.');
    await this.choices.stopDigest(publicId);
    return true;
  }
}

/** The unread ones are counted where they are selected. */
@Resolver('NotificationConnection')
export class UnreadResolver {
  constructor(private readonly reads: NotificationReads) {}

  @ResolveField()
  unread(@Caller() caller: Identity): Promise<Schema.NotificationConnection['unread']> {
    return this.reads.unread(caller.subject!);
  }
}
