import { m } from '#messages';
import { LiveEventsSection } from '../features/live-events/live-events-section';
import { PartBoundary } from '../ui/part-boundary';
import MembersArea from './members-area';
import { WidePage } from './page';

/** What players share: events, discussions and ranks. */
export default function Community() {
  return (
    <MembersArea title={m.screens_community_title()}>
      {() => (
        <WidePage title={m.screens_community_title()} text={m.screens_community_text()}>
          <PartBoundary title={m.live_events_not_loaded()}><LiveEventsSection /></PartBoundary>
        </WidePage>
      )}
    </MembersArea>
  );
}
