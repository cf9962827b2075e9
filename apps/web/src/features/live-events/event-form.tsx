import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { memo, useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { useDraftForm } from '../session';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { TOKENS_NAME } from '../../product';
import { Button } from '../../ui/button';
import { TextAreaField, TextField } from '../../ui/field';
import { PlacesMap } from '../map';
import { EventPreview } from './event-preview';
import { eventPlan, type EventPlan, previewOf } from './event-plan';

interface EventFormProps {
  /** Under which its text is kept: which event it is about. */
  draft: string;
  values: EventPlan;
  /** Once an event has begun its start stays. */
  hasBegun?: boolean;
  submit: string;
  onSend: (plan: EventPlan) => Promise<unknown>;
}

/** Zoom of the map before a place is chosen, and once there is one. */
const FAR = 2;
const NEAR = 15;

/** Where organisers plan an event or change one, with what players will see. */
export function EventForm({ draft, values, hasBegun = false, submit, onSend }: EventFormProps) {
  const { form, clear } = useDraftForm<EventPlan>(draft, { resolver: zodResolver(eventPlan), defaultValues: values });
  const {
    register,
    control,
    handleSubmit,
    setValue,
    formState: { errors, isSubmitting },
  } = form;
  const [refusal, setRefusal] = useState<string>();
  const send = async (given: EventPlan) => {
    setRefusal(undefined);
    try {
      await onSend(given);
      clear();
    } catch (error) {
      if (!isUnauthorized(error) && showFieldProblems(form, error).length === 0)
        setRefusal(problemDetail(error, m.live_events_failed_text()));
    }
  };
  const pick = ({ lat, lng }: { lat: number; lng: number }) => {
    setValue('latitude', lat.toFixed(5), { shouldDirty: true, shouldValidate: true });
    setValue('longitude', lng.toFixed(5), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <form
      onSubmit={(event) => void handleSubmit(send)(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <TextField
          label={m.live_events_field_title()}
          required
          maxLength={LIMITS.title}
          {...register('title')}
          error={errors.title?.message}
        />
        <TextAreaField
          label={m.live_events_field_description()}
          required
          rows={5}
          maxLength={LIMITS.text}
          {...register('description')}
          error={errors.description?.message}
        />
        <TextField
          label={m.live_events_field_place()}
          required
          maxLength={LIMITS.title}
          {...register('placeName')}
          error={errors.placeName?.message}
        />
        <PlacePicker control={control} onPick={pick} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m.live_events_field_latitude()}
            required
            inputMode="decimal"
            {...register('latitude')}
            error={errors.latitude?.message}
          />
          <TextField
            label={m.live_events_field_longitude()}
            required
            inputMode="decimal"
            {...register('longitude')}
            error={errors.longitude?.message}
          />
        </div>
        <TextField
          label={m.live_events_field_zone()}
          required
          list="time-zones"
          hint={m.live_events_field_zone_hint()}
          autoComplete="off"
          {...register('timeZone')}
          error={errors.timeZone?.message}
        />
        <TimeZones />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m.live_events_field_start()}
            required
            type="datetime-local"
            readOnly={hasBegun}
            hint={hasBegun ? m.live_events_start_stays() : undefined}
            {...register('startsAt')}
            error={errors.startsAt?.message}
          />
          <TextField
            label={m.live_events_field_end()}
            required
            type="datetime-local"
            {...register('endsAt')}
            error={errors.endsAt?.message}
          />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m.live_events_field_tokens({ tokens: TOKENS_NAME })}
            required
            inputMode="numeric"
            hint={m.live_events_field_tokens_hint()}
            {...register('rewardTokens')}
            error={errors.rewardTokens?.message}
          />
          <TextField
            label={m.live_events_field_reward()}
            maxLength={80}
            hint={m.live_events_field_reward_hint()}
            {...register('rewardName')}
            error={errors.rewardName?.message}
          />
        </div>
        {refusal && (
          <p role="alert" className="font-medium text-danger-ink">
            {refusal}
          </p>
        )}
        <Button type="submit" variant="primary" pending={isSubmitting} className="self-start">
          {submit}
        </Button>
      </div>
      <Preview control={control} />
    </form>
  );
}

/** Offers the names of time zones, some hundreds that do not change. */
const TimeZones = memo(function TimeZones() {
  return (
    <datalist id="time-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
});

/** Follows what is typed, so that the form does not render with each key. */
function Preview({ control }: { control: Control<EventPlan> }) {
  return <EventPreview event={previewOf(useWatch({ control }) as EventPlan)} />;
}

/** A map on which a press sets the place; the fields beside it do the same without one. */
function PlacePicker({
  control,
  onPick,
}: {
  control: Control<EventPlan>;
  onPick: (place: { lat: number; lng: number }) => void;
}) {
  const [latitude, longitude, placeName] = useWatch({ control, name: ['latitude', 'longitude', 'placeName'] });
  const [lat, lng] = [latitude, longitude].map((text) => (text.trim() === '' ? NaN : Number(text)));
  const isPlace = Math.abs(lat!) <= 90 && Math.abs(lng!) <= 180;
  const places = useMemo(
    () => [
      {
        id: 'place',
        latitude: isPlace ? lat! : 0,
        longitude: isPlace ? lng! : 0,
        label: m.live_events_pin({ place: placeName }),
        isHidden: !isPlace,
      },
    ],
    [isPlace, lat, lng, placeName],
  );
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">{m.live_events_pick()}</p>
      <PlacesMap
        label={m.live_events_pick()}
        places={places}
        zoom={isPlace ? NEAR : FAR}
        otherwise={m.live_events_pick_otherwise()}
        onPick={onPick}
        className="h-72"
      />
    </div>
  );
}
