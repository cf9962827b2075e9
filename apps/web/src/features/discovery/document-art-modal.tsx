import { m } from '#messages';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import type { LatLng, UserLocation } from '../map';
import { FreshToggle, PinPicker, RolePicker } from './document-fields';
import { type DocumentDraft, sendable, withPhoto } from './drafts';
import type { PendingAction } from './pending-action';
import { PhotoField } from './photo-field';
import { PlaceField } from './place-field';
import type { Outcome } from './use-actions';

interface DocumentArtModalProps {
  open: boolean;
  /** It was hidden for the map and opens again. */
  resumed: boolean;
  draft: DocumentDraft;
  location: UserLocation;
  /** Requests the player's position; null when there is none. */
  onLocate: () => Promise<LatLng | null>;
  errors: Record<string, string>;
  onDraft: (change: Partial<DocumentDraft>) => void;
  onErrors: (errors: Record<string, string>) => void;
  /** Closes and forgets what was typed. */
  onClose: () => void;
  /** Hides the modal so that a point of the map can be chosen; what was typed stays. */
  onPickOnMap: () => void;
  run: (action: PendingAction) => Promise<Outcome>;
}

/** Documents a work with photo, name, pin and role. */
export function DocumentArtModal({ open, resumed, draft, location, onLocate, errors, onDraft, onErrors, onClose, onPickOnMap, run }: DocumentArtModalProps) {
  const [saving, setSaving] = useState(false);
  const [uploading, setUploading] = useState(false);
  const form = useId();
  const measured = location.status === 'granted' ? location : null;
  const locating = usePositionRequest(open && draft.place === null, onLocate);
  const pick = useRef<HTMLButtonElement>(null);

  const save = async () => {
    if (!draft.name.trim()) {
      toast({ title: m.discovery_missing_title(), description: m.discovery_missing_text(), variant: 'destructive' });
      return;
    }
    setSaving(true);
    const place = draft.place ?? (await locating.known()) ?? measured?.position;
    if (!place) {
      setSaving(false);
      toast({ title: m.discovery_place_missing_title(), description: m.discovery_place_missing_text(), variant: 'destructive' });
      return;
    }
    const sent = sendable(draft, place);
    // From now on the place and time stay fixed, so that a retry sends the same body.
    onDraft(sent);
    onErrors({});
    const outcome = await run({ kind: 'document', draft: sent });
    setSaving(false);
    if (outcome.kind === 'failed') onErrors(outcome.fields);
    else onClose();
  };

  return (
    <Dialog
      open={open} onOpenChange={(next) => !next && onClose()} dismissible={!saving} resumeAt={resumed ? pick : undefined} size="lg" title={m.discovery_document_title()}
      description={m.discovery_document_text()}
      footer={(
        <Button type="submit" form={form} variant="primary" size="lg" className="w-full sm:w-auto" pending={saving} disabled={uploading}>
          {saving ? m.discovery_adding() : m.discovery_document_add()}
        </Button>
      )}
    >
      <form
        id={form} noValidate className="grid gap-5 pb-2 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles submit events of the upload dialog, which is inside this tree.
          if (event.target === event.currentTarget) void save();
        }}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <PhotoField
            photo={draft.photo} alt={draft.name || m.discovery_photo_yours()} error={errors.imageUrl} onUploading={setUploading}
            onPhoto={(photo) => onDraft(withPhoto(draft, photo))}
          />
          <PlaceField
            chosen={draft.place} measured={measured} isLocating={locating.isAsking} suggestion={draft.photo?.suggestion ?? null} takenAt={draft.takenAt}
            error={errors.latitude ?? errors.longitude}
            onLocate={() => (draft.place ? onDraft({ place: null }) : locating.ask())} pickRef={pick} onPickOnMap={onPickOnMap} onPlace={(place) => onDraft({ place })} onTakenAt={(takenAt) => onDraft({ takenAt })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <TextField label={m.discovery_name()} required placeholder={m.discovery_name_example()} value={draft.name} error={errors.name ?? errors.title} onChange={({ target }) => onDraft({ name: target.value })} />
          <TextAreaField label={m.discovery_description()} placeholder={m.discovery_story_example()} value={draft.description} error={errors.description} onChange={({ target }) => onDraft({ description: target.value })} />
          <PinPicker value={draft.pinType} error={errors.emojiPin} onChange={(pinType) => onDraft({ pinType })} />
          <RolePicker value={draft.role} error={errors.userRole} onChange={(role) => onDraft({ role, ...(role === 'photographer' && { fresh: false }) })} />
          {draft.role === 'artist' && <FreshToggle value={draft.fresh} onChange={(fresh) => onDraft({ fresh })} />}
        </div>
      </form>
    </Dialog>
  );
}

/** Requests the position whenever it becomes relevant, and again by `ask`; `known` waits for the result. */
function usePositionRequest(isRelevant: boolean, onLocate: () => Promise<LatLng | null>) {
  const request = useRef<Promise<LatLng | null>>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    const asked = onLocate();
    request.current = asked;
    setAsking(true);
    void asked.then(() => {
      if (request.current === asked) setAsking(false);
    });
  };
  const begin = useEffectEvent(ask);
  useEffect(() => {
    if (isRelevant) begin();
  }, [isRelevant]);
  return { isAsking, ask, known: () => (isAsking ? request.current : null) };
}
