import { m } from '#messages';
import { useMemo } from 'react';
import { generatePath, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { EmptyState } from '../../ui/empty-state';
import { Loading } from '../../ui/spray-cap';
import { PlacesMap } from '../map';

interface MissionsMapProps {
  missions: readonly { id: string; title: string; latitude: number; longitude: number }[];
  /** Of a map with one mission. */
  zoom?: number;
  className?: string;
}

/** The missions on a map; a pin leads to its mission's page. The cards beside it list the same. */
export function MissionsMap({ missions, zoom, className }: MissionsMapProps) {
  const navigate = useNavigate();
  const places = useMemo(() => missions.map(({ title, ...place }) => ({ ...place, label: m.missions_pin({ title }) })), [missions]);
  return (
    <section aria-label={m.missions_map()} className={`plate relative isolate overflow-hidden ${className ?? ''}`}>
      <PlacesMap
        places={places} zoom={zoom} onSelect={(id) => void navigate(generatePath(paths.mission, { id }))}
        cover={(state) => (state === 'missing' || state === 'failed' ? <EmptyState kind="error" title={m.missions_map_failed()} text={m.missions_map_failed_text()} /> : <Loading text={m.missions_map_loading()} />)}
      />
    </section>
  );
}
