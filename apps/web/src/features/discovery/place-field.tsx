import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { type Fix, formatCoordinates, type LatLng } from '../map';
import { isSamePlace, type PhotoSuggestion } from './drafts';

/** Limits above which a position is not used: age in milliseconds, accuracy in metres. */
const OLD = 60_000;
const VAGUE = 50;

interface PlaceFieldProps {
  /** Chosen for this work; null: where the player stands. */
  chosen: LatLng | null;
  /** Where the player stands; null where that is not known. */
  measured: Fix | null;
  /** The player's position is being asked for. */
  isLocating: boolean;
  suggestion: PhotoSuggestion | null;
  takenAt: string | null;
  error?: string;
  onLocate: () => void;
  /** The button that leads to the map. */
  pickRef: RefObject<HTMLButtonElement | null>;
  onPickOnMap: () => void;
  onPlace: (place: LatLng) => void;
  onTakenAt: (takenAt: string) => void;
}

/** Where the work stands: its coordinates, where they come from and how good they are, and what the photo says about it. */
export function PlaceField({ chosen, measured, isLocating, suggestion, takenAt, error, pickRef, onLocate, onPickOnMap, onPlace, onTakenAt }: PlaceFieldProps) {
  const position = chosen ?? measured?.position ?? null;
  return (
    <section aria-label="Place" className="flex flex-col gap-2 text-sm">
      <div className="rounded-sm border-[1.5px] border-line bg-lifted px-3.5 py-2.5">
        <p className="flex items-center gap-1.5 font-semibold">
          <Icon name="pin" size={16} className="shrink-0 text-place-ink" />
          <span>{position ? formatCoordinates(position) : 'No place yet'}</span>
        </p>
        {chosen ? <p className="mt-0.5 text-muted">Chosen for this work</p> : <MeasuredPosition measured={measured} isLocating={isLocating} />}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" className="grow whitespace-nowrap !px-2.5" pending={isLocating} onClick={onLocate}>
            {!isLocating && <Icon name="locate" size={16} />}My position
          </Button>
          <Button ref={pickRef} size="sm" className="grow whitespace-nowrap !px-2.5" onClick={onPickOnMap}>Pick on map</Button>
        </div>
      </div>
      {error && <p role="alert" className="font-medium text-danger-ink">{error}</p>}
      {suggestion && <PhotoSuggestionRow suggestion={suggestion} position={position} takenAt={takenAt} onPlace={onPlace} onTakenAt={onTakenAt} />}
    </section>
  );
}

function MeasuredPosition({ measured, isLocating }: { measured: Fix | null; isLocating: boolean }) {
  const now = useNow();
  if (!measured) return <p className="mt-0.5 text-muted">{isLocating ? 'Finding your location...' : 'Allow location access, or choose a point on the map'}</p>;
  const age = Math.max(0, now - measured.at);
  const flaws = [age > OLD && `is ${ageText(age)} old`, measured.accuracy > VAGUE && `is accurate only to ${metresText(measured.accuracy)}`].filter(Boolean);
  return (
    <>
      <p className="mt-0.5 text-muted tabular-nums">Your position, accurate to {metresText(measured.accuracy)}, {age < 10_000 ? 'just now' : `${ageText(age)} ago`}</p>
      {flaws.length > 0 && !isLocating && (
        <p role="status" className="mt-1.5 flex gap-1.5 font-medium text-danger-ink">
          <Icon name="warning" size={18} className="shrink-0" />
          <span>This position {flaws.join(' and ')}. Measure it again, or pick the place on the map.</span>
        </p>
      )}
    </>
  );
}

const metresText = (metres: number) => (metres < 10_000 ? `${Math.round(metres)} m` : `${Math.round(metres / 1_000)} km`);

function ageText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`;
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
  const values = [place && formatCoordinates(place), shotAt && new Date(shotAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })];
  return (
    <div role="status" className="flex flex-col gap-2 rounded-sm border-[1.5px] border-dashed border-place-ink px-3.5 py-2.5">
      <p>The photo says <b>{values.filter(Boolean).join(', ')}</b>.</p>
      <div className="flex flex-wrap gap-2">
        {place && (
          <Button size="sm" disabled={placeTaken} onClick={() => onPlace(place)}>
            {placeTaken ? <><Icon name="check" size={16} />Photo's place used</> : "Use the photo's place"}
          </Button>
        )}
        {shotAt && (
          <Button size="sm" disabled={takenAt === shotAt} onClick={() => onTakenAt(shotAt)}>
            {takenAt === shotAt ? <><Icon name="check" size={16} />Photo's time used</> : "Use the photo's time"}
          </Button>
        )}
      </div>
    </div>
  );
}
