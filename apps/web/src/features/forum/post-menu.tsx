import { m } from '#messages';
import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { PostFieldsFragment } from '../../api/graph/graphql';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';
import { Report } from '../moderation';
import { useFilterPlayer, usePost } from './use-post';

interface PostMenuProps {
  post: PostFieldsFragment;
  onEdit: () => void;
  /** It is deleted, or its author blocked. */
  onGone: () => void;
}

const ITEM = clsx(
  'flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 outline-none',
  'data-highlighted:bg-action data-highlighted:text-on-action',
);

/** A player's actions on a post, except liking it. */
export function PostMenu({ post, onEdit, onGone }: PostMenuProps) {
  const { author, isOwn, isMuted, editableUntil } = post;
  const [asks, setAsks] = useState<'delete' | 'block' | 'report' | null>(null);
  const { toggleHidden, remove, isRemoving } = usePost(post);
  const { change, isBusy } = useFilterPlayer();
  const name = author?.username ?? m.forum_gone_author();
  const isEditable = editableUntil !== null && new Date(editableUntil) > new Date();

  const mute = async () => {
    if (author && (await change(author.id, isMuted ? null : 'mute')) && !isMuted)
      toast({ title: m.forum_muted_title({ name }), description: m.forum_muted_text() });
  };
  const confirm = async () => {
    const isDone = asks === 'delete' ? await remove() : author && (await change(author.id, 'block'));
    setAsks(null);
    if (!isDone) return;
    toast(asks === 'delete' ? { title: m.forum_deleted() } : { title: m.forum_blocked_title({ name }) });
    onGone();
  };

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton icon="more" label={m.forum_menu({ name })} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={document.getElementById('content')}>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            className="z-60 min-w-52 rounded-md border border-edge bg-raised p-1.5 shadow-shade"
          >
            {isOwn && isEditable && (
              <DropdownMenu.Item className={ITEM} onSelect={onEdit}>
                {m.forum_edit()}
              </DropdownMenu.Item>
            )}
            {isOwn && (
              <DropdownMenu.Item className={ITEM} onSelect={() => setAsks('delete')}>
                {m.forum_delete()}
              </DropdownMenu.Item>
            )}
            {!isOwn && (
              <DropdownMenu.Item className={ITEM} onSelect={() => setAsks('report')}>
                {m.moderation_report()}
              </DropdownMenu.Item>
            )}
            {!isOwn && (
              <DropdownMenu.Item className={ITEM} onSelect={() => void toggleHidden()}>
                {m.forum_hide()}
              </DropdownMenu.Item>
            )}
            {!isOwn && author && (
              <DropdownMenu.Item className={ITEM} onSelect={() => void mute()}>
                {isMuted ? m.forum_unmute({ name }) : m.forum_mute({ name })}
              </DropdownMenu.Item>
            )}
            {!isOwn && author && (
              <DropdownMenu.Item className={ITEM} onSelect={() => setAsks('block')}>
                {m.forum_block({ name })}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {asks === 'report' && <Report subject={{ kind: 'post', id: post.id }} onClose={() => setAsks(null)} />}
      {asks && asks !== 'report' && (
        <ConfirmDialog
          title={asks === 'delete' ? m.forum_delete_title() : m.forum_block_title({ name })}
          text={asks === 'delete' ? m.forum_delete_text() : m.forum_block_text()}
          confirmLabel={asks === 'delete' ? m.forum_delete() : m.forum_block({ name })}
          pending={isRemoving || isBusy}
          onConfirm={() => void confirm()}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  );
}
