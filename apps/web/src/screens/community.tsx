import { m } from '#messages';
import { TopExplorers } from '../features/leaderboard/top-explorers';
import { RecentDiscussions } from '../features/forum/recent-discussions';
import { LiveEventsSection } from '../features/live-events/live-events-section';
import { GraphProvider } from '../api/graph-client';
import { PartBoundary } from '../ui/part-boundary';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** What players share: events, discussions and ranks. */
export default function Community() {
  return (
    <MembersArea title={m.screens_community_title()}>
      {(user) => (
        <GraphProvider>
          <WidePage title={m.screens_community_title()} text={m.screens_community_text()}>
            <PartBoundary title={m.live_events_not_loaded()}>
              <LiveEventsSection user={user} />
            </PartBoundary>
            <PartBoundary title={m.forum_failed()}>
              <RecentDiscussions />
            </PartBoundary>
            <PartBoundary title={m.leaderboard_broken()}>
              <TopExplorers user={user} />
            </PartBoundary>
          </WidePage>
        </GraphProvider>
      )}
    </MembersArea>
  );
}
