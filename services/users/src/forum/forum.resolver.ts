import { Injectable } from '@nestjs/common';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  type Identity,
  loaderPerRequest,
  Page,
  pageInput,
  parseInput,
  type RequestContext,
  withResolved,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { threadList } from './post.input.js';
import { PostReactions } from './post-reactions.js';
import { PostReads, type Mention, type ShownPost } from './post-reads.js';
import { PostsService, unknownPost } from './posts.service.js';

const uuid = z.uuid();
const threadCursor = z.tuple([z.iso.datetime(), uuid]);
const replyCursor = z.tuple([uuid]);

/** The mentions in the posts of one request, read by one statement. */
@Injectable()
export class MentionLoader {
  readonly load = loaderPerRequest<Mention[]>((postIds) => this.reads.mentions(postIds));

  constructor(private readonly reads: PostReads) {}
}

@Resolver('ForumPost')
export class ForumResolver {
  constructor(
    private readonly reads: PostReads,
    private readonly posts: PostsService,
    private readonly reactions: PostReactions,
    private readonly mentioned: MentionLoader,
  ) {}

  @Query()
  @Access('signed-in')
  async threads(@Args() args: Schema.QueryThreadsArgs, @Caller() caller: Identity): Promise<Schema.Query['threads']> {
    const { first, after, ...filter } = parseInput(threadList, args);
    const [activeAt, id] = after ? decodeCursor(after, threadCursor) : [];
    const { items, hasNextPage } = await this.reads.threads(
      caller.subject!,
      filter,
      first,
      id === undefined ? undefined : { activeAt: activeAt!, id },
    );
    return connection(items, hasNextPage, (post) => [post.activeAt.toISOString(), post.id]);
  }

  @Query()
  @Access('signed-in')
  async thread(
    @Args('id') id: Schema.QueryThreadArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Query['thread']> {
    const thread = uuid.safeParse(id).success ? await this.reads.threadOf(caller.subject!, id) : null;
    return thread && shown(thread);
  }

  @Mutation()
  @Access('verified')
  async createThread(
    @Args('input') input: Schema.MutationCreateThreadArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['createThread']> {
    return this.one(await this.posts.createThread(input, caller), caller);
  }

  @Mutation()
  @Access('verified')
  async replyToThread(
    @Args() { id, content }: Schema.MutationReplyToThreadArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['replyToThread']> {
    return this.one(await this.posts.reply(id, content, caller), caller);
  }

  @Mutation()
  @Access('verified')
  async editPost(
    @Args() { id, input }: Schema.MutationEditPostArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['editPost']> {
    await this.posts.edit(id, input, caller);
    return this.one(id, caller);
  }

  @Mutation()
  @Access('verified')
  async deletePost(
    @Args('id') id: Schema.MutationDeletePostArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['deletePost']> {
    await this.posts.delete(id, caller);
    return true;
  }

  @Mutation()
  @Access('verified')
  async likePost(
    @Args('id') id: Schema.MutationLikePostArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['likePost']> {
    await this.reactions.like(caller.subject!, id);
    return this.one(id, caller);
  }

  @Mutation()
  @Access('verified')
  async unlikePost(
    @Args('id') id: Schema.MutationUnlikePostArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['unlikePost']> {
    await this.reactions.unlike(caller.subject!, id);
    return this.one(id, caller);
  }

  @Mutation()
  @Access('verified')
  async hidePost(
    @Args('id') id: Schema.MutationHidePostArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['hidePost']> {
    await this.reactions.hide(caller.subject!, id);
    return this.one(id, caller);
  }

  @Mutation()
  @Access('verified')
  async showPost(
    @Args('id') id: Schema.MutationShowPostArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['showPost']> {
    await this.reactions.show(caller.subject!, id);
    return this.one(id, caller);
  }

  @ResolveField()
  async mentions(
    @Parent() { id, content }: ShownPost,
    @Context() context: RequestContext,
  ): Promise<Schema.ForumPost['mentions']> {
    return content === null ? [] : (await this.mentioned.load(context, id))!;
  }

  @ResolveField()
  async replies(
    @Parent() { id, threadId }: ShownPost,
    @Args() args: Schema.ForumPostRepliesArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.ForumPost['replies']> {
    const { first, after } = parseInput(pageInput, args);
    const [last] = after ? decodeCursor(after, replyCursor) : [threadId];
    if (id !== threadId) return connection([], false, ({ id: reply }) => [reply]);
    const { items, hasNextPage } = await this.reads.replies(caller.subject!, threadId, first, last);
    return connection(items, hasNextPage, ({ id: reply }) => [reply]);
  }

  private async one(id: string, caller: Identity): Promise<Schema.ForumPost> {
    const post = uuid.safeParse(id).success ? await this.reads.byId(caller.subject!, id) : null;
    if (!post) throw unknownPost();
    return shown(post);
  }
}

const shown = withResolved<Schema.ForumPost, 'author' | 'mentions' | 'replies'>();

const connection = (posts: ShownPost[], hasNextPage: boolean, cursorOf: (post: ShownPost) => unknown) =>
  new Page(posts.map(shown), hasNextPage, (post) => encodeCursor(cursorOf(post)));
