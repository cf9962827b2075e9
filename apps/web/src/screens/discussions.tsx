import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { generatePath, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { readFragment } from '../api/graph/fragment-masking';
import {
  BeginDiscussionDocument,
  DiscussionsDocument,
  PostFieldsFragmentDoc,
  PostListFieldsFragmentDoc,
} from '../api/graph/forum/forum';
import type { Language } from '../api/graph/graphql';
import { PendingBanner } from '../features/session/pending-banner';
import { FilteredPlayers } from '../features/forum/filtered-players';
import { PostForm, type PostValues } from '../features/forum/post-form';
import { NoDiscussions } from '../features/forum/recent-discussions';
import { ThreadList } from '../features/forum/thread-list';
import { evictLists, showFailure } from '../features/forum/use-post';
import { LIMITS } from '../api/limits';
import { textUpTo } from '../lib/form';
import { GraphProvider } from '../api/graph-client';
import { LANGUAGES } from '../lib/language';
import { paths } from '../lib/paths';
import { discussionsChanged } from '../api/shared-facts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { SelectField } from '../ui/select';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** Discussions that are read at a time. */
const THREADS = 25;
const ALL = 'all';

/** All discussions, with a search; for players. */
export default function DiscussionsScreen() {
  return (
    <MembersArea title={m.screens_discussions_title()}>
      {() => (
        <GraphProvider>
          <WidePage title={m.screens_discussions_title()} text={m.screens_discussions_text()}>
            <Discussions />
          </WidePage>
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function Discussions() {
  const [params, setParams] = useSearchParams();
  const [search, language] = [params.get('search') ?? '', params.get('language') as Language | null];
  const variables = { search: search || null, language, first: THREADS };
  const { data, error, refetch, fetchMore, loading } = useQuery(DiscussionsDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const threads = data?.threads;
  const isNarrowed = search !== '' || language !== null;
  const open = (isOpen: boolean) =>
    setParams(
      (now) => {
        if (isOpen) now.set('new', '');
        else now.delete('new');
        return now;
      },
      { replace: true },
    );
  const listed = new Map(
    (threads?.nodes ?? [])
      .map((node) => readFragment(PostListFieldsFragmentDoc, node))
      .map(({ replyCount, ...thread }) => [thread.id, { ...thread, replies: replyCount }]),
  );
  return (
    <>
      <PendingBanner />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Search search={search} language={language} onSearch={(next) => setParams(next, { replace: true })} />
        <Button variant="primary" onClick={() => open(true)}>
          <Icon name="plus" size={18} />
          {m.forum_new()}
        </Button>
      </div>
      <LoadState
        loading={m.forum_loading()}
        failed={m.forum_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {threads &&
        listed.size === 0 &&
        !loading &&
        (isNarrowed ? (
          <EmptyState
            icon="search"
            title={m.screens_discussions_no_match_title()}
            text={m.screens_discussions_no_match_text()}
            action={<Button onClick={() => setParams({}, { replace: true })}>{m.screens_discussions_clear()}</Button>}
          />
        ) : (
          <NoDiscussions action={<Button onClick={() => open(true)}>{m.forum_new()}</Button>} />
        ))}
      {listed.size > 0 && <ThreadList level={2} threads={[...listed.values()]} />}
      {threads?.pageInfo.hasNextPage && (
        <Button
          className="self-center"
          pending={loading}
          onClick={() =>
            void fetchMore({ variables: { ...variables, after: threads.pageInfo.endCursor } }).catch(showFailure)
          }
        >
          {m.forum_more()}
        </Button>
      )}
      <FilteredPlayers />
      <NewDiscussion isOpen={params.has('new')} onClose={() => open(false)} />
    </>
  );
}

interface SearchProps {
  search: string;
  language: Language | null;
  onSearch: (params: Record<string, string>) => void;
}

const searchRules = z.object({ search: textUpTo(LIMITS.discussionSearch) });

function Search({ search, language, onSearch }: SearchProps) {
  // What was typed counts with either, the button and another language.
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(searchRules), values: { search } });
  const go = (chosen: string | null) =>
    void handleSubmit(({ search: words }) =>
      onSearch({ ...(words && { search: words }), ...(chosen && { language: chosen }) }),
    )();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(language);
  };
  const options = [
    { value: ALL, label: m.screens_discussions_all_languages() },
    ...LANGUAGES.map((each) => ({ value: each.language, label: each.name })),
  ];
  return (
    <form role="search" noValidate onSubmit={submit} className="flex grow flex-wrap items-end gap-3">
      <TextField
        className="min-w-48 grow sm:max-w-sm"
        type="search"
        label={m.screens_discussions_search()}
        maxLength={LIMITS.discussionSearch}
        error={errors.search?.message}
        {...register('search')}
      />
      <SelectField
        className="w-44"
        label={m.screens_discussions_language()}
        value={language ?? ALL}
        options={options}
        onValueChange={(chosen) => go(chosen === ALL ? null : chosen)}
      />
      <Button type="submit">
        <Icon name="search" size={18} />
        {m.screens_discussions_find()}
      </Button>
    </form>
  );
}

function NewDiscussion({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [begin] = useMutation(BeginDiscussionDocument);
  const goTo = useNavigate();
  const rest = useQueryClient();
  const send = async ({ title = '', content }: PostValues, idempotencyKey: string) => {
    const { data } = await begin({
      variables: { input: { title, content } },
      context: { idempotencyKey },
      update: evictLists,
    });
    discussionsChanged(rest);
    await goTo(generatePath(paths.discussion, { id: readFragment(PostFieldsFragmentDoc, data!.createThread).id }));
  };
  return (
    <Dialog open={isOpen} onOpenChange={onClose} title={m.forum_new()}>
      <PostForm
        draft="thread"
        isThread
        label={m.forum_text_label()}
        submit={m.forum_begin()}
        onSend={send}
        cancel={<Button onClick={onClose}>{m.forum_cancel()}</Button>}
      />
    </Dialog>
  );
}
