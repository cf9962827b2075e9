import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Passkey } from '../../api/types';
import { api } from '../../lib/http';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { useChange } from './use-change';

const NAME_LENGTH = 60;

interface PasskeyItemProps {
  passkey: Passkey;
  /** Read-only. */
  isFixed: boolean;
  onRenamed: (name: string) => void;
  onRemoved: () => Promise<void>;
}

/** One passkey with its name and dates, and buttons to rename and remove it. */
export function PasskeyItem({ passkey, isFixed, onRenamed, onRemoved }: PasskeyItemProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
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
        <NameForm passkey={passkey} onClose={() => setNaming(false)} onRenamed={(given) => { setNaming(false); onRenamed(given); }} />
      </li>
    );
  }
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-muted">
          Added {day(createdAt)} · {lastUsedAt ? `last used ${day(lastUsedAt)}` : 'not used yet'}{!backedUp && ' · on one device only'}
        </p>
      </div>
      {!isFixed && (
        <div className="-mr-2 flex shrink-0">
          <IconButton ref={renameButton} icon="pencil" label={`Rename ${name}`} onClick={() => setNaming(true)} />
          <IconButton icon="trash" label={`Remove ${name}`} onClick={() => setRemoving(true)} />
        </div>
      )}
      {isRemoving && <RemoveDialog passkey={passkey} onClose={() => setRemoving(false)} onRemoved={onRemoved} />}
    </li>
  );
}

const day = (instant: string) => new Date(instant).toLocaleDateString('en', { dateStyle: 'medium' });

function NameForm({ passkey: { id, name }, onClose, onRenamed }: { passkey: Passkey; onClose: () => void; onRenamed: (name: string) => void }) {
  const [given, setGiven] = useState(name);
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const rename = useChange({
    change: (wanted: string) => api.PUT('/api/profile/passkeys/{id}', { params: { path: { id } }, body: { name: wanted } }),
    onDone: () => onRenamed(given.trim()),
    otherwise: 'The name could not be saved. Please try again.',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = given.trim();
    if (!wanted) return setMissing('Please enter a name.');
    if (wanted === name) return onClose();
    rename.mutate(wanted);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field} label="Name of this passkey" required maxLength={NAME_LENGTH} autoComplete="off" value={given} error={missing ?? rename.problem}
        onChange={(event) => {
          setGiven(event.target.value);
          setMissing(undefined);
        }}
        onKeyDown={(event) => { if (event.key === 'Escape') onClose(); }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="sm" pending={rename.isPending}>Save</Button>
        <Button size="sm" disabled={rename.isPending} onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose, onRemoved }: { passkey: Passkey; onClose: () => void; onRemoved: () => Promise<void> }) {
  const remove = useChange({
    change: () => api.DELETE('/api/profile/passkeys/{id}', { params: { path: { id } } }),
    onDone: async () => {
      onClose();
      await onRemoved();
    },
    otherwise: 'The passkey could not be removed. Please try again.',
  });
  return (
    <ConfirmDialog
      title="Remove this passkey?" text={`${name} can no longer be used to sign in to your account. Delete it in your password manager, too.`}
      confirmLabel="Remove" cancelLabel="Keep it" pending={remove.isPending} error={remove.problem} onConfirm={() => remove.mutate()} onClose={onClose}
    />
  );
}
