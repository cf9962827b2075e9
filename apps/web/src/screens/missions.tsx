import { m } from '#messages';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Mission, NearbyMission } from '../api/types';
import { MissionCard } from '../features/missions/mission-card';
import { countriesOf, NO_FILTER, MissionFilters, matches } from '../features/missions/mission-filters';
import { MissionsMap } from '../features/missions/missions-map';
import { useMissions, useMissionsNearby } from '../features/missions/use-missions';
import { useParticipations } from '../features/missions/use-participations';
import { metresBetween } from '../lib/great-circle';
import { formatNumber } from '../lib/format';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { PartBoundary } from '../ui/part-boundary';
import { WidePage } from '../app/layout/page';

/** Cards of "Missions Near You" and of "Featured Missions". */
const FEW = 6;
/** Cards of all missions at first, and each time more are asked for. */
const STEP = 24;

/** The missions around the world; open to guests. */
export default function MissionsScreen() {
  return (
    <GraphProvider>
      <Missions />
    </GraphProvider>
  );
}

function Missions() {
  const { data: missions, isPending, error, refetch } = useMissions();
  const nearby = useMissionsNearby();
  return (
    <WidePage title={m.screens_missions_title()} text={m.screens_missions_text()}>
      <nav aria-label={m.screens_missions_links()} className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to={paths.home}>
            <Icon name="location" size={18} />
            {m.screens_missions_home()}
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.merch}>
            <Icon name="shop" size={18} />
            {m.screens_missions_merch()}
          </Link>
        </Button>
      </nav>
      <LoadState
        loading={m.screens_missions_loading()}
        failed={m.screens_missions_failed()}
        isPending={isPending}
        error={missions ? null : error}
        onRetry={() => void refetch()}
      />
      {missions && missions.length === 0 && (
        <EmptyState icon="flag" title={m.screens_missions_none_title()} text={m.screens_missions_none_text()} />
      )}
      {missions && missions.length > 0 && <Catalogue missions={missions} nearby={nearby} />}
    </WidePage>
  );
}

function Catalogue({ missions, nearby }: { missions: readonly Mission[]; nearby: readonly NearbyMission[] }) {
  const [search] = useSearchParams();
  const { parts, begin, isBusy } = useParticipations();
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(STEP);
  const countries = countriesOf(missions);
  const all = useMemo(() => inOrder(missions.filter(matches(filter)), search), [missions, filter, search]);
  const featured = missions.filter(({ is_featured }) => is_featured).slice(0, FEW);
  const cards = (list: readonly (Mission | NearbyMission)[]) => (
    <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {list.map((mission) => (
        <li key={mission.id}>
          <MissionCard
            mission={mission}
            status={parts.get(mission.id)?.status}
            isBusy={isBusy}
            onStart={() => void begin(mission.id)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <dl className="grid grid-cols-3 gap-3 text-center">
        <Count name={m.screens_missions_active()} value={formatNumber(missions.length)} />
        <Count
          name={m.screens_missions_countries_name()}
          value={m.screens_missions_countries({ count: countries.length })}
        />
        <Count name={m.screens_missions_nearby_count()} value={formatNumber(nearby.length)} />
      </dl>
      {nearby.length > 0 && <Section title={m.screens_missions_near()}>{cards(nearby.slice(0, FEW))}</Section>}
      {featured.length > 0 && <Section title={m.screens_missions_featured()}>{cards(featured)}</Section>}
      <Section title={m.screens_missions_all()}>
        <MissionFilters
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setShown(STEP);
          }}
          countries={countries}
        />
        <p role="status" className="text-sm text-muted">
          {m.screens_missions_found({ count: all.length })}
        </p>
        {all.length > 0 && (
          <PartBoundary title={m.screens_map_broken()}>
            <MissionsMap missions={all} className="h-80" />
          </PartBoundary>
        )}
        {all.length === 0 ? (
          <EmptyState
            icon="search"
            title={m.screens_missions_no_match_title()}
            text={m.screens_missions_no_match_text()}
            action={<Button onClick={() => setFilter(NO_FILTER)}>{m.screens_missions_clear()}</Button>}
          />
        ) : (
          cards(all.slice(0, shown))
        )}
        {all.length > shown && (
          <Button className="self-center" onClick={() => setShown(shown + STEP)}>
            {m.screens_missions_more()}
          </Button>
        )}
      </Section>
    </>
  );
}

/** Nearest first where the address names a place, as the window of a legal wall does; otherwise as they came. */
function inOrder(missions: readonly Mission[], search: URLSearchParams): readonly Mission[] {
  const [latitude, longitude] = [Number(search.get('latitude') ?? NaN), Number(search.get('longitude') ?? NaN)];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return missions;
  const away = (mission: Mission) =>
    metresBetween({ lat: latitude, lng: longitude }, { lat: mission.latitude, lng: mission.longitude });
  return [...missions].sort((a, b) => away(a) - away(b));
}

function Count({ name, value }: { name: string; value: string }) {
  return (
    <div className="plate flex flex-col-reverse px-2 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-xl font-extrabold tabular-nums text-action-ink sm:text-2xl">{value}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 flex flex-col gap-4">
      <h2 className="marker text-2xl">{title}</h2>
      {children}
    </section>
  );
}
