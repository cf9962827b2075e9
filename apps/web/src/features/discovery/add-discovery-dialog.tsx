import { m } from '#messages';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { formatCoordinates, type LatLng } from '../map';
import { type Attempt, attemptFor, type MapDraft, mapPayload, type SentMapDraft } from './drafts';
import type { PendingAction } from './pending-action';
import type { Outcome } from './use-actions';

interface AddDiscoveryDialogProps {
  /** The clicked point of the map; null while the dialog is closed. */
  position: LatLng | null;
  /** What was typed before, where a kept discovery could not be finished. */
  kept?: { draft: SentMapDraft; errors: Record<string, string> } | null;
  run: (action: PendingAction) => Promise<Outcome>;
  onClose: () => void;
  /** Continues in the Document Street Art modal, with a photo, at the same point. */
  onDocument: (draft: MapDraft) => void;
}

/** Puts a work on the map at the clicked point. */
export function AddDiscoveryDialog({ position, onClose, ...rest }: AddDiscoveryDialogProps) {
  // Kept while the dialog leaves the screen, so that its text does not vanish first.
  const [shown, setShown] = useState(position);
  if (position && position !== shown) setShown(position);
  return (
    <Dialog
      open={position !== null} onOpenChange={(open) => !open && onClose()} title={m.discovery_add_title()}
      description={shown && <span className="inline-flex items-center gap-1.5"><Icon name="pin" size={16} className="text-place-ink" />{formatCoordinates(shown)}</span>}
    >
      <AddForm position={position} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function AddForm({ position, kept, run, onClose, onDocument }: AddDiscoveryDialogProps) {
  const [title, setTitle] = useState(kept?.draft.title ?? '');
  const [description, setDescription] = useState(kept?.draft.description ?? '');
  const [artist, setArtist] = useState(kept?.draft.artist ?? '');
  const [errors, setErrors] = useState(kept?.errors ?? {});
  const [pending, setPending] = useState(false);
  const [last, setLast] = useState<Attempt | null>(kept?.draft.attempt ?? null);
  const form = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!position || pending) return;
    const draft = { title, description, artist, position };
    const attempt = attemptFor(mapPayload(draft), last);
    setLast(attempt);
    setPending(true);
    const outcome = await run({ kind: 'add', draft: { ...draft, attempt } });
    setPending(false);
    if (outcome.kind === 'failed') setErrors(outcome.fields);
    else onClose();
  };

  return (
    <form id={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <TextField label={m.discovery_title()} placeholder={m.discovery_title_example()} value={title} error={errors.title} onChange={({ target }) => setTitle(target.value)} />
      <TextAreaField label={m.discovery_description()} placeholder={m.discovery_description_example()} value={description} error={errors.description} onChange={({ target }) => setDescription(target.value)} />
      <TextField label={m.discovery_artist_field()} placeholder={m.discovery_artist_example()} value={artist} error={errors.artist_name} onChange={({ target }) => setArtist(target.value)} />
      <div className="flex flex-wrap items-center justify-end gap-3 pt-1">
        <Button variant="quiet" size="sm" className="max-sm:w-full sm:me-auto" onClick={() => position && onDocument({ title, description, artist, position })}>
          <Icon name="camera" size={18} />{m.discovery_with_photo()}
        </Button>
        <Button className="max-sm:flex-1" onClick={onClose}>{m.discovery_cancel()}</Button>
        <Button type="submit" variant="primary" className="whitespace-nowrap max-sm:flex-1 max-sm:px-3" pending={pending}>{pending ? m.discovery_adding() : m.discovery_add()}</Button>
      </div>
    </form>
  );
}
