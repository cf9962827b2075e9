import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { formatCoordinates } from '../map/distance';
import type { LatLng } from '../map/map-port';
import type { PhotoSuggestion } from './photo-field';

interface PlaceFieldProps {
  position: LatLng | null;
  /** Whether the place was chosen for this work, and is not just where the player stands. */
  own: boolean;
  suggestion: PhotoSuggestion | null;
  takenAt: string | null;
  error?: string;
  onPickOnMap: () => void;
  onPlace: (place: LatLng | null) => void;
  onTakenAt: (takenAt: string | null) => void;
}

/** Where the work stands: its coordinates, where they come from, and what the photo says about it. */
export function PlaceField({ position, own, suggestion, takenAt, error, onPickOnMap, onPlace, onTakenAt }: PlaceFieldProps) {
  return (
    <section aria-label="Place" className="flex flex-col gap-2 text-sm">
      <div className="rounded-[3px_9px_4px_8px] border-[1.5px] border-line bg-lifted px-3.5 py-2.5">
        <p className="flex items-center gap-1.5 font-semibold">
          <Icon name="pin" size={16} className="shrink-0 text-cyan-ink" />
          {position ? formatCoordinates(position) : 'No place yet'}
        </p>
        <div className="mt-1 flex items-center justify-between gap-3">
          <p className="min-w-0 text-dim">{position ? (own ? 'Chosen for this work' : 'Where you stand') : 'Allow location, or choose a point'}</p>
          <Button size="sm" className="shrink-0 whitespace-nowrap" onClick={onPickOnMap}>Pick on map</Button>
        </div>
      </div>
      {error && <p role="alert" className="font-medium text-danger-ink">{error}</p>}
      {suggestion && <PhotoTells suggestion={suggestion} position={position} takenAt={takenAt} onPlace={onPlace} onTakenAt={onTakenAt} />}
    </section>
  );
}

function PhotoTells({ suggestion, position, takenAt, onPlace, onTakenAt }: Pick<PlaceFieldProps, 'position' | 'takenAt' | 'onPlace' | 'onTakenAt'> & { suggestion: PhotoSuggestion }) {
  const { place, takenAt: shotAt } = suggestion;
  const placeTaken = Boolean(place && position && place.lat === position.lat && place.lng === position.lng);
  return (
    <div role="status" className="flex flex-col gap-2 rounded-[3px_9px_4px_8px] border-[1.5px] border-dashed border-cyan-ink px-3.5 py-2.5">
      <p>
        The photo says{place && <> <b>{formatCoordinates(place)}</b></>}{shotAt && <>, <b>{new Date(shotAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}</b></>}.
      </p>
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
