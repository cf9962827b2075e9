import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { generatePath, useNavigate, useParams } from 'react-router-dom';
import { AnnounceEventDocument, ChangeEventDocument } from '../api/graph/live-events/live-events';
import type { LiveEvent } from '../api/types';
import { isOrganiser } from '../features/live-events/announce-link';
import { EventForm } from '../features/live-events/event-form';
import { changesOf, inputOf, ownPlan, planOf, type EventPlan } from '../features/live-events/event-plan';
import { statusAt } from '../features/live-events/event-time';
import { useEvent } from '../features/live-events/use-events';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { liveEventsChanged } from '../api/shared-facts';
import { newUuid } from '../lib/random';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import MembersArea from '../app/layout/members-area';
import NotFound from './not-found';
import { WidePage } from '../app/layout/page';

/** Where organisers announce a live event or change one; for others there is no such page. */
export default function PlanEventScreen() {
  const { id } = useParams();
  const title = id ? m.screens_plan_event_change() : m.live_events_announce();
  return (
    <MembersArea title={title}>
      {(user) =>
        isOrganiser(user) ? (
          <GraphProvider>
            <WidePage title={title} text={id ? m.screens_plan_event_change_text() : m.screens_plan_event_text()}>
              {id ? <Changed id={id} /> : <Announced />}
            </WidePage>
          </GraphProvider>
        ) : (
          <NotFound />
        )
      }
    </MembersArea>
  );
}

function Announced() {
  const [announce] = useMutation(AnnounceEventDocument);
  const show = useShow();
  // Of this form: sent again after a lost response, it is the same event.
  const key = useRef(newUuid());
  const send = async (plan: EventPlan) => {
    await announce({ variables: { key: key.current, input: inputOf(plan) } });
    await show(key.current);
  };
  return <EventForm draft="event" values={ownPlan()} submit={m.live_events_announce()} onSend={send} />;
}

function Changed({ id }: { id: string }) {
  const { event, error, refetch } = useEvent(id);
  const isOver = event && statusAt(event, Date.now()) === 'ended';
  return (
    <>
      <LoadState
        loading={m.screens_live_event_loading()}
        failed={m.screens_live_event_failed()}
        isPending={event === undefined && !error}
        error={event === undefined ? error : null}
        onRetry={refetch}
      />
      {event === null && (
        <EmptyState icon="calendar" title={m.screens_live_event_unknown()} text={m.screens_live_event_unknown_text()} />
      )}
      {isOver && (
        <EmptyState icon="clock" title={m.screens_plan_event_over()} text={m.screens_plan_event_over_text()} />
      )}
      {event && !isOver && <ChangeForm event={event} />}
    </>
  );
}

function ChangeForm({ event }: { event: LiveEvent }) {
  const [change] = useMutation(ChangeEventDocument);
  const show = useShow();
  // As it was when the form was opened.
  const { current: before } = useRef(planOf(event));
  const send = async (plan: EventPlan) => {
    await change({ variables: { id: event.id, input: changesOf(before, plan) } });
    await show(event.id);
  };
  return (
    <EventForm
      draft={`event:${event.id}`}
      values={before}
      hasBegun={Date.parse(event.startDate) <= Date.now()}
      submit={m.live_events_save()}
      onSend={send}
    />
  );
}

/** Leads to the event, as it now is. */
function useShow() {
  const [goTo, client] = [useNavigate(), useQueryClient()];
  return async (id: string) => {
    await liveEventsChanged(client);
    await goTo(generatePath(paths.liveEvent, { id }));
  };
}
