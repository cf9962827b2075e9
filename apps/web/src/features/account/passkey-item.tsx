import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PasskeyFragmentDoc, RemovePasskeyDocument, RenamePasskeyDocument } from '../../api/graph/account/passkeys';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { formatDate } from '../../lib/format';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { toast } from '../../ui/toast';
import { problemIn, showRefusal } from './refusals';

interface PasskeyItemProps {
  id: string;
  passkey: FragmentType<typeof PasskeyFragmentDoc>;
  /** Read-only. */
  isFixed: boolean;
  onRenamed: (name: string) => void;
}

/** One passkey with its name and dates, and buttons to rename and remove it. */
export function PasskeyItem({ id, passkey, isFixed, onRenamed }: PasskeyItemProps) {
  const { name, backedUp, createdAt, lastUsedAt } = readFragment(PasskeyFragmentDoc, passkey);
  const [isNaming, setNaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  // The form replaces the button; the focus returns to the button afterwards.
  useEffect(() => {
    if (wasNaming.current && !isNaming) renameButton.current?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);

  if (isNaming) {
    return (
      <li className="py-3">
        <NameForm
          id={id}
          name={name}
          onClose={() => setNaming(false)}
          onRenamed={(given) => {
            setNaming(false);
            onRenamed(given);
          }}
        />
      </li>
    );
  }
  const facts = [
    m.account_passkey_added({ date: formatDate(createdAt) }),
    lastUsedAt ? m.account_passkey_used({ date: formatDate(lastUsedAt) }) : m.account_passkey_unused(),
    ...(backedUp ? [] : [m.account_passkey_one_device()]),
  ];
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {!isFixed && (
        <div className="-me-2 flex shrink-0">
          <IconButton
            ref={renameButton}
            icon="pencil"
            label={m.account_passkey_rename({ name })}
            onClick={() => setNaming(true)}
          />
          <IconButton icon="trash" label={m.account_passkey_remove({ name })} onClick={() => setRemoving(true)} />
        </div>
      )}
      {isRemoving && <RemoveDialog id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}

const nameRules = z.object({ name: requiredText(m.account_passkey_name_missing, LIMITS.passkeyName) });

function NameForm({
  id,
  name,
  onClose,
  onRenamed,
}: {
  id: string;
  name: string;
  onClose: () => void;
  onRenamed: (name: string) => void;
}) {
  const form = useForm({ resolver: zodResolver(nameRules), defaultValues: { name } });
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors },
  } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const [rename, renaming] = useMutation(RenamePasskeyDocument);
  const save = ({ name: wanted }: { name: string }) => {
    if (wanted === name) return onClose();
    return rename({ variables: { id, name: wanted } }).then(
      () => onRenamed(wanted),
      (error: unknown) => showRefusal(form, error, 'name', m.account_passkey_name_failed()),
    );
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-3">
      <TextField
        label={m.account_passkey_name()}
        required
        maxLength={LIMITS.passkeyName}
        autoComplete="off"
        {...register('name')}
        error={errors.name?.message}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="sm" pending={renaming.loading}>
          {m.account_save()}
        </Button>
        <Button size="sm" disabled={renaming.loading} onClick={onClose}>
          {m.account_cancel()}
        </Button>
      </div>
    </form>
  );
}

function RemoveDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [remove, { loading, error }] = useMutation(RemovePasskeyDocument, {
    variables: { id },
    update: (cache) => void cache.evict({ id: cache.identify({ __typename: 'Passkey', id }) }),
    onCompleted: () =>
      toast({ title: m.account_passkey_removed(), description: m.account_passkey_removed_text({ name }) }),
  });
  return (
    <ConfirmDialog
      title={m.account_passkey_remove_title()}
      text={m.account_passkey_remove_text({ name })}
      confirmLabel={m.account_passkey_remove_confirm()}
      cancelLabel={m.account_passkey_keep()}
      pending={loading}
      error={problemIn(error, m.account_passkey_not_removed())}
      onConfirm={() => void remove().catch(() => undefined)}
      onClose={onClose}
    />
  );
}
