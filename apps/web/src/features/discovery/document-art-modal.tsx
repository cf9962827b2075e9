import clsx from 'clsx';
import { RadioGroup, Switch } from 'radix-ui';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextAreaField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import type { LatLng, UserLocation } from '../map';
import { AWARDS, type DocumentDraft, type Role, roleNames, sendable, withPhoto } from './drafts';
import type { PendingAction } from './pending-action';
import { PhotoField } from './photo-field';
import { type PinType, pinTypes } from './pin-types';
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
      toast({ title: 'Missing Information', description: 'Please enter a name for your discovery.', variant: 'destructive' });
      return;
    }
    setSaving(true);
    const place = draft.place ?? (await locating.known()) ?? measured?.position;
    if (!place) {
      setSaving(false);
      toast({ title: 'Location Required', description: 'Location access is required to save discoveries.', variant: 'destructive' });
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
      open={open} onOpenChange={(next) => !next && onClose()} dismissible={!saving} resumeAt={resumed ? pick : undefined} size="lg" title="Document Street Art"
      description="One work, as you found it. Photo optional, coins real."
      footer={(
        <Button type="submit" form={form} variant="primary" size="lg" className="w-full sm:w-auto" pending={saving} disabled={uploading}>
          {saving ? 'Adding...' : 'Add to Discoveries'}
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
            photo={draft.photo} alt={draft.name || 'Your photo'} error={errors.imageUrl} onUploading={setUploading}
            onPhoto={(photo) => onDraft(withPhoto(draft, photo))}
          />
          <PlaceField
            chosen={draft.place} measured={measured} isLocating={locating.isAsking} suggestion={draft.photo?.suggestion ?? null} takenAt={draft.takenAt}
            error={errors.latitude ?? errors.longitude}
            onLocate={() => (draft.place ? onDraft({ place: null }) : locating.ask())} pickRef={pick} onPickOnMap={onPickOnMap} onPlace={(place) => onDraft({ place })} onTakenAt={(takenAt) => onDraft({ takenAt })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <TextField label="Name" required placeholder="What do you call it?" value={draft.name} error={errors.name ?? errors.title} onChange={({ target }) => onDraft({ name: target.value })} />
          <TextAreaField label="Description" placeholder="Wall, paint, story..." value={draft.description} error={errors.description} onChange={({ target }) => onDraft({ description: target.value })} />
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

const option = clsx(
  'cursor-pointer rounded-[3px_9px_4px_8px] border-[1.5px] border-edge bg-lifted text-chalk transition-colors hover:border-chalk',
  'data-[state=checked]:border-acid data-[state=checked]:bg-acid data-[state=checked]:text-on-acid',
);

function PinPicker({ value, error, onChange }: { value: PinType; error?: string; onChange: (type: PinType) => void }) {
  const chosen = pinTypes.find(({ type }) => type === value)!;
  return (
    <Field group label="Pin" error={error} hint={<><b>{chosen.name}</b>: {chosen.meaning}</>}>
      {({ id, ...described }) => (
        <RadioGroup.Root id={id} {...described} value={value} onValueChange={(type) => onChange(type as PinType)} className="grid grid-cols-5 gap-2">
          {pinTypes.map(({ type, name, emoji, meaning }) => (
            <RadioGroup.Item key={type} value={type} aria-label={`${name} (${meaning})`} className={clsx(option, 'flex min-h-16 flex-col items-center justify-center gap-0.5 px-0.5 py-1.5')}>
              <span aria-hidden="true" className="text-2xl leading-none">{emoji}</span>
              <span aria-hidden="true" className="text-xs font-semibold">{name}</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}

const roles: { role: Role; text: string }[] = [
  { role: 'photographer', text: 'I found it' },
  { role: 'artist', text: 'I made it' },
];

function RolePicker({ value, error, onChange }: { value: Role; error?: string; onChange: (role: Role) => void }) {
  return (
    <Field group label="You are the" error={error}>
      {({ id, ...described }) => (
        <RadioGroup.Root id={id} {...described} value={value} onValueChange={(role) => onChange(role as Role)} className="grid grid-cols-2 gap-2">
          {roles.map(({ role, text }) => (
            <RadioGroup.Item key={role} value={role} className={clsx(option, 'flex flex-col items-start px-3.5 py-2.5 text-left')}>
              <span className="font-semibold">{roleNames[role]}</span>
              <span className="text-sm">{text} · {AWARDS[role]} coins</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}

function FreshToggle({ value, onChange }: { value: boolean; onChange: (fresh: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 rounded-[3px_9px_4px_8px] border-[1.5px] border-edge bg-lifted px-3.5 py-2.5">
      <div>
        <label htmlFor={id} className="font-semibold">Fresh artwork</label>
        <p id={`${id}-hint`} className="text-sm text-dim">The paint is still wet. Shown as a badge.</p>
      </div>
      <Switch.Root id={id} aria-describedby={`${id}-hint`} checked={value} onCheckedChange={onChange} className="relative h-7 w-12 shrink-0 rounded-full border-[1.5px] border-edge bg-ground transition-colors data-[state=checked]:border-acid data-[state=checked]:bg-acid">
        <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-chalk transition-transform data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-acid" />
      </Switch.Root>
    </div>
  );
}
