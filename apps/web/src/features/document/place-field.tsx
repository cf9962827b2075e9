import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { type RefObject, useEffect, useState } from 'react';
import { formatNumber, formatWallTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { useAnnouncedError } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { type Fix, formatAccuracy, formatCoordinates, type LatLng } from '../map';
import { isSamePlace, type PhotoSuggestion } from './drafts';

/** Limits above which a newer position is waited for: age in milliseconds, accuracy in metres. */
const OLD = 60_000;
const VAGUE = 50;

/**
 * Whether the position is good enough for a work. Where nothing moves, as on a desk, browsers wait long before they
 * report another one.
 */
export const isRecentAndExact = ({ at, accuracy }: Fix): boolean => Date.now() - at <= OLD && accuracy <= VAGUE;

interface PlaceFieldProps {
  /** Chosen for this work; null: the player's position. */
  chosen: LatLng | null;
  /** The player's position; null if it is unknown. */
  measured: Fix | null;
  /** Whether the player's position is being requested. */
  isLocating: boolean;
  suggestion: PhotoSuggestion | null;
  /** A photo was uploaded, and does not say where it was taken. */
  isPlaceless: boolean;
  takenAt: string | null;
  error?: string;
  onLocate: () => void;
  /** The button that leads to the map. */
  pickRef: RefObject<HTMLButtonElement | null>;
  onPickOnMap: () => void;
  onPlace: (place: LatLng) => void;
  onTakenAt: (takenAt: string) => void;
}

/** The place of the work: its coordinates, their source and accuracy, and the photo's own place. */
export function PlaceField({
  chosen,
  measured,
  isLocating,
  suggestion,
  isPlaceless,
  takenAt,
  error,
  pickRef,
  onLocate,
  onPickOnMap,
  onPlace,
  onTakenAt,
}: PlaceFieldProps) {
  useAnnouncedError(error);
  const position = chosen ?? measured?.position ?? null;
  return (
    <section aria-label={m.document_place()} className="flex flex-col gap-2 text-sm">
      <div className="rounded-sm border-[1.5px] border-line bg-lifted px-3.5 py-2.5">
        <p className="flex items-center gap-1.5 font-semibold">
          <Icon name="location" size={16} className="shrink-0 text-place-ink" />
          <span>{position ? formatCoordinates(position) : m.document_place_none()}</span>
        </p>
        {chosen ? (
          <p className="mt-0.5 text-muted">{m.document_place_chosen()}</p>
        ) : (
          <MeasuredPosition measured={measured} isLocating={isLocating} />
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" className="grow whitespace-nowrap !px-2.5" pending={isLocating} onClick={onLocate}>
            {!isLocating && <Icon name="locate" size={16} />}
            {m.document_place_mine()}
          </Button>
          <Button ref={pickRef} size="sm" className="grow whitespace-nowrap !px-2.5" onClick={onPickOnMap}>
            {m.document_place_pick()}
          </Button>
        </div>
      </div>
      {error && <p className="font-medium text-danger-ink">{error}</p>}
      {isPlaceless && !chosen && (
        <p role="status" className="rounded-sm border-[1.5px] border-dashed border-edge px-3.5 py-2.5">
          {m.document_photo_no_place()}
        </p>
      )}
      {suggestion && (
        <PhotoSuggestionRow
          suggestion={suggestion}
          position={position}
          takenAt={takenAt}
          onPlace={onPlace}
          onTakenAt={onTakenAt}
        />
      )}
    </section>
  );
}

function MeasuredPosition({ measured, isLocating }: { measured: Fix | null; isLocating: boolean }) {
  const now = useNow();
  if (!measured)
    return <p className="mt-0.5 text-muted">{isLocating ? m.document_place_locating() : m.document_place_allow()}</p>;
  const age = Math.max(0, now - measured.at);
  const inputs = { age: ageText(age), accuracy: formatAccuracy(measured.accuracy) };
  const flaw = flawOf(age > OLD, measured.accuracy > VAGUE);
  return (
    <>
      <p className="mt-0.5 text-muted tabular-nums">
        {age < 10_000 ? m.document_place_now(inputs) : m.document_place_ago(inputs)}
      </p>
      {flaw && !isLocating && (
        <p role="status" className="mt-1.5 flex gap-1.5 font-medium text-danger-ink">
          <Icon name="warning" size={18} className="shrink-0" />
          <span>{flaw(inputs)}</span>
        </p>
      )}
    </>
  );
}

/** The problem of a position, as a sentence; null if there is none. */
function flawOf(isOld: boolean, isVague: boolean): ((inputs: { age: string; accuracy: string }) => string) | null {
  if (isOld) return isVague ? m.document_place_old_and_vague : m.document_place_old;
  return isVague ? m.document_place_vague : null;
}

function ageText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (seconds < 60) return m.document_seconds({ number: formatNumber(seconds) });
  if (seconds < 3_600) return m.document_minutes({ number: formatNumber(Math.floor(seconds / 60)) });
  return m.document_hours({ number: formatNumber(Math.floor(seconds / 3_600)) });
}

/** The time, exact to ten seconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface PhotoSuggestionRowProps extends Pick<PlaceFieldProps, 'takenAt' | 'onPlace' | 'onTakenAt'> {
  suggestion: PhotoSuggestion;
  position: LatLng | null;
}

function PhotoSuggestionRow({ suggestion, position, takenAt, onPlace, onTakenAt }: PhotoSuggestionRowProps) {
  const { place, takenAt: shotAt } = suggestion;
  const placeTaken = isSamePlace(place, position);
  const values = [
    place && formatCoordinates(place),
    shotAt && formatWallTime(shotAt, { dateStyle: 'medium', timeStyle: 'short' }),
  ];
  return (
    <div
      role="status"
      className="flex flex-col gap-2 rounded-sm border-[1.5px] border-dashed border-place-ink px-3.5 py-2.5"
    >
      <p>
        <ParaglideMessage
          message={m.document_photo_says}
          inputs={{ values: values.filter(Boolean).join(', ') }}
          markup={{ bold: ({ children }) => <b>{children}</b> }}
        />
      </p>
      <div className="flex flex-wrap gap-2">
        {place && (
          <Button size="sm" disabled={placeTaken} onClick={() => onPlace(place)}>
            {placeTaken ? (
              <>
                <Icon name="check" size={16} />
                {m.document_photo_place_used()}
              </>
            ) : (
              m.document_photo_place_use()
            )}
          </Button>
        )}
        {shotAt && (
          <Button size="sm" disabled={takenAt === shotAt} onClick={() => onTakenAt(shotAt)}>
            {takenAt === shotAt ? (
              <>
                <Icon name="check" size={16} />
                {m.document_photo_time_used()}
              </>
            ) : (
              m.document_photo_time_use()
            )}
          </Button>
        )}
      </div>
    </div>
  );
}
