import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  loaderPerRequest,
  Page,
  pageInput,
  parseInput,
  type Identity,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { LiveEventPlans } from './live-event-plans.js';
import { LiveEventReads, type EventCursor, type JoinedEvent, type ListedLiveEvent } from './live-event-reads.js';
import { LiveEventsService } from './live-events.service.js';

const eventCursor = z.tuple([z.iso.datetime(), z.uuid()]);

@Resolver('LiveEvent')
export class LiveEventsResolver {
  private readonly load = loaderPerRequest<JoinedEvent>(async (events, { identity: { kind, subject } }) =>
    kind === 'player' ? this.reads.joined(subject!, events) : events.map(() => null),
  );

  constructor(
    private readonly reads: LiveEventReads,
    private readonly events: LiveEventsService,
    private readonly plans: LiveEventPlans,
  ) {}

  @Query()
  @Access('anyone')
  async liveEvents(@Args() args: Schema.QueryLiveEventsArgs): Promise<Schema.Query['liveEvents']> {
    const { first, after } = page(args);
    return connection(await this.reads.open(first, after), ({ startsAt }) => startsAt);
  }

  @Query()
  @Access('anyone')
  async pastLiveEvents(@Args() args: Schema.QueryPastLiveEventsArgs): Promise<Schema.Query['pastLiveEvents']> {
    const { first, after } = page(args);
    return connection(await this.reads.past(first, after), ({ endsAt }) => endsAt);
  }

  @Query()
  @Access('anyone')
  async liveEvent(@Args('id') id: Schema.QueryLiveEventArgs['id']): Promise<Schema.Query['liveEvent']> {
    if (!z.uuid().safeParse(id).success) return null;
    return (await this.reads.byIds([id]))[0]!;
  }

  @Query()
  @Access('signed-in')
  async myLiveEvents(
    @Args() args: Schema.QueryMyLiveEventsArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Query['myLiveEvents']> {
    const { first, after } = page(args);
    return connection(await this.reads.ofPlayer(caller.subject!, first, after), ({ joinedAt }) => joinedAt);
  }

  @Mutation()
  @Access('verified')
  async joinLiveEvent(
    @Args('id') id: Schema.MutationJoinLiveEventArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['joinLiveEvent']> {
    await this.events.join(caller.subject!, id);
    return this.one(id);
  }

  @Mutation()
  @Access('verified')
  async leaveLiveEvent(
    @Args('id') id: Schema.MutationLeaveLiveEventArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['leaveLiveEvent']> {
    await this.events.leave(caller.subject!, id);
    return true;
  }

  @Mutation()
  @Access({ role: 'organiser' })
  async createLiveEvent(
    @Args() { key, input }: Schema.MutationCreateLiveEventArgs,
  ): Promise<Schema.Mutation['createLiveEvent']> {
    return this.one(await this.plans.create(input, key));
  }

  @Mutation()
  @Access({ role: 'organiser' })
  async changeLiveEvent(
    @Args() { id, input }: Schema.MutationChangeLiveEventArgs,
  ): Promise<Schema.Mutation['changeLiveEvent']> {
    await this.plans.change(id, input);
    return this.one(id);
  }

  @Mutation()
  @Access({ role: 'organiser' })
  async cancelLiveEvent(
    @Args('id') id: Schema.MutationCancelLiveEventArgs['id'],
  ): Promise<Schema.Mutation['cancelLiveEvent']> {
    await this.plans.cancel(id);
    return this.one(id);
  }

  /** The caller's part in an event. */
  @ResolveField()
  participation(
    @Parent() { id }: ListedLiveEvent,
    @Context() context: RequestContext,
  ): Promise<Schema.LiveEvent['participation']> {
    return this.load(context, id);
  }

  private async one(id: string): Promise<ListedLiveEvent> {
    return (await this.reads.byIds([id]))[0]!;
  }
}

function page(args: Schema.QueryLiveEventsArgs): { first: number; after: EventCursor | undefined } {
  const { first, after } = parseInput(pageInput, args);
  return { first, after: after ? decodeCursor(after, eventCursor) : undefined };
}

const connection = <Row extends ListedLiveEvent>(
  { items, hasNextPage }: { items: Row[]; hasNextPage: boolean },
  at: (event: Row) => Date,
) => new Page(items, hasNextPage, (event) => encodeCursor([at(event).toISOString(), event.id]));
