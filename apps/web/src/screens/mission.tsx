import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { MissionPageQuery } from '../api/graph/graphql';
import { MissionPageDocument } from '../api/graph/missions/missions';
import { formatDistance } from '../features/map/distance';
import { MissionBadges } from '../features/missions/mission-badges';
import { StartButton } from '../features/missions/mission-card';
import { MissionPlayers } from '../features/missions/mission-players';
import { TASKS } from '../features/missions/mission-labels';
import { MissionsMap } from '../features/missions/missions-map';
import { useParticipations } from '../features/missions/use-participations';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { LoadState } from '../ui/load-state';
import { PartBoundary } from '../ui/part-boundary';
import { WidePage } from '../app/layout/page';

/** One mission with its place and its story; open to guests. */
export default function MissionScreen() {
  return (
    <GraphProvider>
      <MissionPage />
    </GraphProvider>
  );
}

function MissionPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(MissionPageDocument, { variables: { id } });
  const mission = data?.mission;
  return (
    <WidePage
      title={mission?.title ?? m.screens_mission_title()}
      text={mission && m.missions_place({ city: mission.city, country: mission.country })}
    >
      <LoadState
        loading={m.screens_mission_loading()}
        failed={m.screens_mission_failed()}
        isPending={!data && !error}
        error={mission ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !mission && (
        <EmptyState icon="flag" title={m.screens_mission_unknown_title()} text={m.screens_mission_unknown_text()} />
      )}
      {mission && <Story mission={mission} />}
      <Link to={paths.missions} className="self-start font-semibold text-place-ink underline underline-offset-4">
        {m.screens_mission_all()}
      </Link>
    </WidePage>
  );
}

/** City scale, so that the surroundings of the place are seen. */
const ZOOM = 15;

function Story({ mission }: { mission: NonNullable<MissionPageQuery['mission']> }) {
  const { parts, begin, end, isBusy } = useParticipations();
  const [leaves, setLeaves] = useState(false);
  const places = useMemo(() => [mission], [mission]);
  const { id, title, isActive, missionTypeName } = mission;
  const status = parts.get(id)?.status;
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <MissionBadges
          mission={{
            mission_type: missionTypeName,
            difficulty_level: mission.difficultyName,
            safety_rating: mission.safetyName,
            rewards_tokens: mission.rewardsTokens,
          }}
        />
        <p className="max-w-[64ch]">{mission.description}</p>
        <Card tone="place" className="flex flex-col gap-2">
          <h2 className="font-semibold">{m.missions_task()}</h2>
          <p className="text-muted">
            {TASKS[missionTypeName]?.()} {m.missions_within({ distance: formatDistance(mission.radius) })}
          </p>
          {mission.bestPhotoTime && (
            <p className="text-muted">{m.missions_best_time({ time: mission.bestPhotoTime })}</p>
          )}
        </Card>
        {!isActive && (
          <p role="status" className="font-medium text-wall-ink">
            {status === 'active' ? m.missions_ended_under_way() : m.missions_ended()}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {(isActive || status === 'completed') && (
            <StartButton status={status} isBusy={isBusy} onStart={() => void begin(id)} title={title} />
          )}
          {status === 'active' && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setLeaves(true)}>
              {m.missions_leave()}
            </Button>
          )}
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <Icon name="users" size={16} />
            {m.missions_participants({ count: mission.participants })}
          </p>
        </div>
      </div>
      <PartBoundary title={m.screens_map_broken()}>
        <MissionsMap missions={places} zoom={ZOOM} className="min-h-72" />
      </PartBoundary>
      {mission.historicalContext && <Chapter title={m.missions_story()}>{mission.historicalContext}</Chapter>}
      {mission.artistInfo && <Chapter title={m.missions_artists()}>{mission.artistInfo}</Chapter>}
      {/* Read anew with each who joins, and with one's own part. */}
      <MissionPlayers key={`${mission.participants} ${status}`} missionId={id} />
      {mission.source && (
        <p className="text-sm text-muted lg:col-span-2">
          {m.missions_facts()}:{' '}
          {mission.sourceUrl ? (
            <a href={mission.sourceUrl} rel="noreferrer" target="_blank" className="underline underline-offset-4">
              {mission.source}
            </a>
          ) : (
            mission.source
          )}
        </p>
      )}
      <ConfirmDialog
        open={leaves}
        title={m.missions_leave_title()}
        text={m.missions_leave_text()}
        confirmLabel={m.missions_leave()}
        cancelLabel={m.missions_stay()}
        onClose={() => setLeaves(false)}
        onConfirm={() => void end(id).then(() => setLeaves(false))}
      />
    </div>
  );
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="marker text-2xl">{title}</h2>
      <p className="max-w-[64ch] text-muted">{children}</p>
    </section>
  );
}
