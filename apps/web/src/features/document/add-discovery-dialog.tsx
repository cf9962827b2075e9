import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDraftForm } from '../session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { formatCoordinates, type LatLng } from '../map';
import { mapRules, type MapValues, showRefused } from './document-rules';
import { type Attempt, attemptFor, type MapDraft, mapPayload, type SentMapDraft } from './drafts';
import type { PendingAction } from './pending-action';
import type { Outcome } from './use-actions';

interface AddDiscoveryDialogProps {
  /** The clicked point of the map; null while the dialog is closed. */
  position: LatLng | null;
  /** Values typed before, if a stored discovery could not be finished. */
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
      open={position !== null}
      onOpenChange={(open) => !open && onClose()}
      title={m.document_add_title()}
      description={
        shown && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="location" size={16} className="text-place-ink" />
            {formatCoordinates(shown)}
          </span>
        )
      }
    >
      <AddForm position={position} onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** See showRefused. */
const FIELDS = [
  ['title', 'title'],
  ['description', 'description'],
  ['artist_name', 'artist'],
] as const;

function AddForm({ position, kept, run, onClose, onDocument }: AddDiscoveryDialogProps) {
  const { attempt = null, ...typed } = kept?.draft ?? {};
  const { form, clear } = useDraftForm<MapValues>('add', {
    resolver: zodResolver(mapRules),
    defaultValues: { title: '', description: '', artist: '', ...typed },
  });
  const {
    register,
    handleSubmit,
    getValues,
    setError,
    setFocus,
    formState: { errors, isSubmitting },
  } = form;
  const [last, setLast] = useState<Attempt | null>(attempt);

  const refuse = (messages: Record<string, string>) => {
    const first = showRefused(setError, messages, FIELDS);
    if (first) setFocus(first);
  };
  const refuseKept = useEffectEvent(() => refuse(kept?.errors ?? {}));
  useEffect(() => refuseKept(), []);

  const submit = handleSubmit(async (values) => {
    if (!position) return;
    const draft = { ...values, position };
    const attempt = attemptFor(mapPayload(draft), last);
    setLast(attempt);
    const outcome = await run({ kind: 'add', draft: { ...draft, attempt } });
    if (outcome.kind === 'failed') return refuse(outcome.fields);
    // Else it is stored, or kept for after the sign-in.
    clear();
    onClose();
  });

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex flex-col gap-4 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <TextField
        label={m.document_title()}
        placeholder={m.document_title_example()}
        error={errors.title?.message}
        {...register('title')}
      />
      <TextAreaField
        label={m.document_description()}
        placeholder={m.document_description_example()}
        error={errors.description?.message}
        {...register('description')}
      />
      <TextField
        label={m.document_artist_field()}
        placeholder={m.document_artist_example()}
        error={errors.artist?.message}
        {...register('artist')}
      />
      <div className="flex flex-wrap items-center justify-end gap-3 pt-1">
        <Button
          variant="quiet"
          size="sm"
          className="max-sm:w-full sm:me-auto"
          onClick={() => position && onDocument({ ...getValues(), position })}
        >
          <Icon name="camera" size={18} />
          {m.document_with_photo()}
        </Button>
        <Button className="max-sm:flex-1" onClick={onClose}>
          {m.document_cancel()}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
          pending={isSubmitting}
        >
          {isSubmitting ? m.document_adding() : m.document_add()}
        </Button>
      </div>
    </form>
  );
}
