import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import type { User } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import type { LatLng, UserLocation } from '../map';
import { documentRules, type DocumentValues, showRefused } from './document-rules';
import { FreshToggle, PinPicker, RolePicker } from './document-fields';
import { type DocumentDraft, isSamePlace, isWorthKeeping, sendable } from './drafts';
import type { PendingAction } from './pending-action';
import { PhotoField } from './photo-field';
import { isRecentAndExact, PlaceField } from './place-field';
import type { Outcome } from './use-actions';
import { useKeepDocument } from './use-stored-drafts';

interface DocumentArtModalProps {
  open: boolean;
  /** It was hidden for the map and opens again. */
  resumed: boolean;
  /** What the form starts with, and the server's messages by payload field. Others are another modal, by its `key`. */
  start: { id: string; draft: DocumentDraft; errors: Record<string, string> };
  user: User | null | undefined;
  place: LatLng | null;
  location: UserLocation;
  /** Requests the player's position; null when there is none. */
  onLocate: () => Promise<LatLng | null>;
  onPlace: (place: LatLng | null) => void;
  /** Closes and clears the form. */
  onClose: () => void;
  /** Hides the modal so that a point of the map can be chosen; what was typed stays. */
  onPickOnMap: () => void;
  run: (action: PendingAction) => Promise<Outcome>;
}

/** See showRefused. */
const FIELDS = [
  ['imageUrl', 'photo'],
  ['latitude', 'root.place'],
  ['longitude', 'root.place'],
  ['name', 'name'],
  ['title', 'name'],
  ['description', 'description'],
  ['emojiPin', 'pinType'],
  ['userRole', 'role'],
] as const;

/** Documents a work with photo, name, pin and role. */
export function DocumentArtModal({
  open,
  resumed,
  start,
  user,
  place,
  location,
  onLocate,
  onPlace,
  onClose,
  onPickOnMap,
  run,
}: DocumentArtModalProps) {
  const { place: _, ...defaultValues } = start.draft;
  const {
    register,
    control,
    handleSubmit,
    getValues,
    setValue,
    setError,
    setFocus,
    subscribe,
    formState: { errors, isSubmitting },
  } = useForm<DocumentValues>({ resolver: zodResolver(documentRules), defaultValues });
  const [uploading, setUploading] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const stored = useKeepDocument({ form: { getValues, subscribe }, id: start.id, user, place, chosen });
  const form = useId();
  const measured = location.status === 'granted' ? location : null;
  const locating = usePositionRequest(open && place === null, onLocate);
  const pick = useRef<HTMLButtonElement>(null);

  const refuse = (messages: Record<string, string>) => {
    const first = showRefused(setError, messages, FIELDS);
    if (first === 'root.place') pick.current?.focus();
    else if (first) setFocus(first);
  };
  const refuseStart = useEffectEvent(() => refuse(start.errors));
  useEffect(() => refuseStart(), []);

  const save = handleSubmit(
    async (values) => {
      const shown = measured?.position;
      const at = place ?? (measured && isRecentAndExact(measured) ? shown : ((await locating.known()) ?? shown));
      if (!at) {
        toast({
          title: m.document_place_missing_title(),
          description: m.document_place_missing_text(),
          variant: 'destructive',
        });
        return;
      }
      const sent = sendable({ ...values, place }, at);
      // From now on the place and time stay fixed, so that a retry sends the same body.
      onPlace(at);
      setValue('savedAt', sent.savedAt);
      setValue('attempt', sent.attempt);
      const outcome = await run({ kind: 'document', id: start.id, draft: sent });
      if (outcome.kind === 'failed') return refuse(outcome.fields);
      stored.release();
      onClose();
    },
    () => {
      if (!getValues('name').trim())
        toast({ title: m.document_missing_title(), description: m.document_missing_text(), variant: 'destructive' });
    },
  );

  const discard = () => {
    void stored.clear();
    onClose();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard()}
      isUnsaved={() => isWorthKeeping(getValues())}
      dismissible={!isSubmitting}
      resumeAt={resumed ? pick : undefined}
      size="lg"
      title={m.document_form_title()}
      description={m.document_form_text()}
      footer={
        <Button
          type="submit"
          form={form}
          variant="primary"
          size="lg"
          className="w-full sm:w-auto"
          pending={isSubmitting}
          disabled={uploading}
        >
          {isSubmitting ? m.document_adding() : m.document_form_add()}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5 pb-2 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles submit events of the upload dialog, which is inside this tree.
          if (event.target === event.currentTarget) void save(event);
        }}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <Controller
            control={control}
            name="photo"
            render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
              <NamedPhotoField
                ref={ref}
                control={control}
                photo={value}
                error={error?.message}
                onUploading={setUploading}
                onChosen={setChosen}
                onPhoto={(photo) => {
                  // The metadata of the previous photo no longer counts.
                  if (isSamePlace(place, value?.suggestion?.place)) onPlace(null);
                  setValue('takenAt', null);
                  onChange(photo);
                }}
              />
            )}
          />
          <Controller
            control={control}
            name="takenAt"
            render={({ field: { value, onChange } }) => (
              <SuggestedPlaceField
                control={control}
                chosen={place}
                measured={measured}
                isLocating={locating.isAsking}
                takenAt={value}
                error={errors.root?.['place']?.message}
                onLocate={() => (place ? onPlace(null) : locating.locate())}
                pickRef={pick}
                onPickOnMap={onPickOnMap}
                onPlace={onPlace}
                onTakenAt={onChange}
              />
            )}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <TextField
            label={m.document_name()}
            required
            placeholder={m.document_name_example()}
            error={errors.name?.message}
            {...register('name')}
          />
          <TextAreaField
            label={m.document_description()}
            placeholder={m.document_story_example()}
            error={errors.description?.message}
            {...register('description')}
          />
          <Controller
            control={control}
            name="pinType"
            render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
              <PinPicker ref={ref} value={value} error={error?.message} onChange={onChange} />
            )}
          />
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
              <RolePicker
                ref={ref}
                value={value}
                error={error?.message}
                onChange={(role) => {
                  if (role === 'photographer') setValue('fresh', false);
                  onChange(role);
                }}
              />
            )}
          />
          <ArtistsFreshToggle control={control} />
        </div>
      </form>
    </Dialog>
  );
}

type OfForm = { control: Control<DocumentValues> };

/** The photo, which the name describes. */
function NamedPhotoField({ control, ...props }: OfForm & Omit<Parameters<typeof PhotoField>[0], 'alt'>) {
  return <PhotoField {...props} alt={useWatch({ control, name: 'name' }) || m.document_photo_yours()} />;
}

/** The place, with the photo's own place. */
function SuggestedPlaceField({
  control,
  ...props
}: OfForm & Omit<Parameters<typeof PlaceField>[0], 'suggestion' | 'isPlaceless'>) {
  const photo = useWatch({ control, name: 'photo' });
  // What a photo says is known only once the server has read it.
  return (
    <PlaceField
      {...props}
      suggestion={photo?.suggestion ?? null}
      isPlaceless={Boolean(photo?.uploadURL) && !photo?.suggestion?.place}
    />
  );
}

/** Only the artist of a work can mark it as fresh. */
function ArtistsFreshToggle({ control }: OfForm) {
  if (useWatch({ control, name: 'role' }) !== 'artist') return null;
  return (
    <Controller
      control={control}
      name="fresh"
      render={({ field: { value, onChange } }) => <FreshToggle value={value} onChange={onChange} />}
    />
  );
}

/** Requests the position whenever it becomes relevant, and again by `locate`; `known` waits for the result. */
function usePositionRequest(isRelevant: boolean, onLocate: () => Promise<LatLng | null>) {
  const request = useRef<Promise<LatLng | null>>(null);
  const [isAsking, setAsking] = useState(false);
  const locate = () => {
    const asked = onLocate();
    request.current = asked;
    setAsking(true);
    void asked.then(() => {
      if (request.current === asked) setAsking(false);
    });
  };
  const begin = useEffectEvent(locate);
  useEffect(() => {
    if (isRelevant) begin();
  }, [isRelevant]);
  return { isAsking, locate, known: () => (isAsking ? request.current : null) };
}
