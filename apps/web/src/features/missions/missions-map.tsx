import { m } from '#messages';
import { useMemo } from 'react';
import { generatePath, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { PlacesMap } from '../map';

interface MissionsMapProps {
  missions: readonly { id: string; title: string; latitude: number; longitude: number }[];
  /** Of a map with one mission. */
  zoom?: number;
  className?: string;
}

/** The missions on a map; a marker leads to its mission's page. The cards beside it list the same. */
export function MissionsMap({ missions, zoom, className }: MissionsMapProps) {
  const navigate = useNavigate();
  const places = useMemo(
    () => missions.map(({ title, ...place }) => ({ ...place, label: m.missions_pin({ title }) })),
    [missions],
  );
  return (
    <PlacesMap
      label={m.missions_map()}
      otherwise={m.missions_map_failed_text()}
      places={places}
      zoom={zoom}
      onSelect={(id) => void navigate(generatePath(paths.mission, { id }))}
      className={className}
    />
  );
}
