import { m } from '#messages';
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import type { Reference } from '@apollo/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { readFragment } from '../api/graph/fragment-masking';
import { DiscussionDocument, PostFieldsFragmentDoc, ReplyDocument } from '../api/graph/forum/forum';
import type { PostFieldsFragment } from '../api/graph/graphql';
import { PendingBanner } from '../features/session/pending-banner';
import { PostCard } from '../features/forum/post-card';
import { PostForm, type PostValues } from '../features/forum/post-form';
import { evictLists, showFailure } from '../features/forum/use-post';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { discussionsChanged } from '../api/shared-facts';
import { announce } from '../ui/announcer';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** Replies that are read at a time. */
const REPLIES = 50;

/** One discussion with its replies; for players. */
export default function DiscussionScreen() {
  const { id = '' } = useParams();
  return (
    <MembersArea title={m.screens_discussions_title()}>
      {() => (
        <GraphProvider>
          <Discussion key={id} id={id} />
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function Discussion({ id }: { id: string }) {
  const goTo = useNavigate();
  const { data, error, refetch, fetchMore, loading } = useQuery(DiscussionDocument, {
    variables: { id, first: REPLIES },
    fetchPolicy: 'cache-and-network',
  });
  const thread = data?.thread;
  const first = thread ? readFragment(PostFieldsFragmentDoc, thread) : null;
  const replies = inOrder((thread?.replies.nodes ?? []).map((node) => readFragment(PostFieldsFragmentDoc, node)));
  const [sent, setSent] = useState<string>();
  return (
    <WidePage title={first?.title ?? m.screens_discussions_title()}>
      <PendingBanner />
      <LoadState
        loading={m.screens_discussion_loading()}
        failed={m.screens_discussion_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !first && !loading && (
        <EmptyState
          icon="search"
          title={m.screens_discussion_missing_title()}
          text={m.screens_discussion_missing_text()}
        />
      )}
      {thread && first && (
        <>
          <PostCard
            post={first}
            isFirst
            onGone={() => {
              if (first.replyCount === 0 || !first.isOwn) void goTo(paths.discussions);
            }}
          />
          <section aria-labelledby="replies" className="flex flex-col gap-4">
            <h2 id="replies" className="marker text-2xl">
              {m.screens_discussion_replies()}
            </h2>
            {replies.length === 0 && <p className="text-muted">{m.screens_discussion_no_replies()}</p>}
            <ol className="flex flex-col gap-4">
              {replies.map((post) => (
                <li key={post.id}>
                  <PostCard
                    post={post}
                    isNew={post.id === sent}
                    onGone={() => document.getElementById('content')?.focus()}
                  />
                </li>
              ))}
            </ol>
            {thread.replies.pageInfo.hasNextPage && (
              <Button
                className="self-center"
                pending={loading}
                onClick={() =>
                  void fetchMore({ variables: { after: thread.replies.pageInfo.endCursor } }).catch(showFailure)
                }
              >
                {m.forum_more()}
              </Button>
            )}
          </section>
          {first.state === 'shown' && <ReplyForm threadId={first.id} onSent={setSent} />}
        </>
      )}
      <Link to={paths.discussions} className="self-start font-semibold text-place-ink underline underline-offset-4">
        {m.forum_see_all()}
      </Link>
    </WidePage>
  );
}

/** Ids are in the order of time; an own reply may be there before those that were not read yet. */
const inOrder = (posts: PostFieldsFragment[]) =>
  [...new Map(posts.map((post) => [post.id, post])).values()].sort((one, other) => (one.id < other.id ? -1 : 1));

interface Pages {
  nodes: readonly Reference[];
}

function ReplyForm({ threadId, onSent }: { threadId: string; onSent: (id: string) => void }) {
  const [reply] = useMutation(ReplyDocument);
  const { cache } = useApolloClient();
  const rest = useQueryClient();
  const send = async ({ content }: PostValues, idempotencyKey: string) => {
    const { data } = await reply({ variables: { id: threadId, content }, context: { idempotencyKey } });
    const { id } = readFragment(PostFieldsFragmentDoc, data!.replyToThread);
    const added = { __ref: cache.identify({ __typename: 'ForumPost', id })! };
    cache.modify<{ replyCount: number; replies: Pages }>({
      id: cache.identify({ __typename: 'ForumPost', id: threadId }),
      fields: {
        replyCount: (count: number) => count + 1,
        replies: (known) => ({ ...(known as Pages), nodes: [...(known as Pages).nodes, added] }),
      },
    });
    evictLists(cache);
    discussionsChanged(rest);
    announce(m.forum_replied());
    onSent(id);
  };
  return (
    <PostForm
      draft={`reply:${threadId}`}
      isThread={false}
      label={m.forum_reply_label()}
      submit={m.forum_reply()}
      onSend={send}
    />
  );
}
