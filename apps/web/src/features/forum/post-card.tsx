import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { EditPostDocument } from '../../api/graph/forum/forum';
import type { PostFieldsFragment } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { discussionsChanged } from '../../api/shared-facts';
import { announce } from '../../ui/announcer';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Author } from './author';
import { PostForm, type PostValues } from './post-form';
import { PostMenu } from './post-menu';
import { PostText } from './post-text';
import { usePost } from './use-post';

interface PostCardProps {
  post: PostFieldsFragment;
  /** The first post of a thread stands out. */
  isFirst?: boolean;
  /** It was just written, and takes the focus. */
  isNew?: boolean;
  /** It is deleted, or its author blocked. */
  onGone: () => void;
}

/** One post with its actions; collapsed if the player has hidden it or muted its author. */
export function PostCard({ post, isFirst = false, isNew = false, onGone }: PostCardProps) {
  const { author, content, createdAt, editedAt, state, isOwn, isMuted, isHiddenByMe } = post;
  const card = useRef<HTMLElement>(null);
  const [isEdited, setEdited] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const { toggleHidden } = usePost(post);
  const name = author?.username ?? m.forum_gone_author();
  useEffect(() => {
    if (isNew) card.current?.focus();
  }, [isNew]);
  const endEdit = () => {
    setEdited(false);
    card.current?.focus();
  };
  const collapsed = isHiddenByMe
    ? { text: m.forum_hidden_by_me(), action: m.forum_show_again(), open: () => void toggleHidden() }
    : isMuted && !isOpened
      ? { text: m.forum_muted_post({ name }), action: m.forum_show_post(), open: () => setOpened(true) }
      : null;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={m.forum_post_by({ name })}
      className={clsx('plate flex min-w-0 flex-col gap-3 p-4 sm:p-5', isFirst && '[--cut-line:var(--place)]')}
    >
      {collapsed && <Collapsed {...collapsed} />}
      {!collapsed && state !== 'shown' && (
        <p className="text-muted italic">
          {isOwn && state === 'hidden' ? m.forum_hidden_from_others() : m.forum_state({ state })}
        </p>
      )}
      {!collapsed && content !== null && (
        <>
          <header className="flex flex-wrap items-center justify-between gap-x-3">
            <div className="min-w-0 max-w-full">
              <Author author={author} />
            </div>
            <p className="text-end text-sm text-muted">
              <time dateTime={createdAt}>{formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}</time>
              {editedAt && (
                <>
                  {' '}
                  <span title={formatDate(editedAt, { dateStyle: 'medium', timeStyle: 'short' })}>
                    {m.forum_edited()}
                  </span>
                </>
              )}
            </p>
          </header>
          {isEdited ? (
            <EditForm post={post} onEnd={endEdit} />
          ) : (
            <PostText content={content} mentions={post.mentions} />
          )}
          {!isEdited && <Actions post={post} onEdit={() => setEdited(true)} onGone={onGone} />}
        </>
      )}
    </article>
  );
}

function Collapsed({ text, action, open }: { text: string; action: string; open: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-muted">
      <p>{text}</p>
      <Button size="sm" onClick={open}>
        {action}
      </Button>
    </div>
  );
}

function Actions({ post, onEdit, onGone }: { post: PostFieldsFragment; onEdit: () => void; onGone: () => void }) {
  const { toggleLike } = usePost(post);
  const { state, liked, likes } = post;
  return (
    <footer className="flex items-center gap-2">
      {state === 'shown' && (
        <button
          type="button"
          aria-pressed={liked}
          onClick={() => void toggleLike()}
          className={clsx(
            'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-lifted',
            liked && 'text-live-ink',
          )}
        >
          <Icon name="heart" size={20} filled={liked} />
          <span className="sr-only">{m.forum_like()}</span>{' '}
          <span className="tabular-nums">{m.forum_likes({ count: likes })}</span>
        </button>
      )}
      <span className="ms-auto">
        <PostMenu post={post} onEdit={onEdit} onGone={onGone} />
      </span>
    </footer>
  );
}

function EditForm({ post: { id, title, content }, onEnd }: { post: PostFieldsFragment; onEnd: () => void }) {
  const [edit] = useMutation(EditPostDocument);
  const rest = useQueryClient();
  const save = async (input: PostValues) => {
    await edit({ variables: { id, input } });
    discussionsChanged(rest);
    announce(m.forum_saved());
    onEnd();
  };
  return (
    <PostForm
      draft={`edit-post:${id}`}
      isThread={title !== null}
      label={m.forum_text_label()}
      submit={m.forum_save()}
      values={{ title: title ?? '', content: content ?? '' }}
      onSend={save}
      cancel={<Button onClick={onEnd}>{m.forum_cancel()}</Button>}
    />
  );
}
