import { useLocation } from 'react-router-dom';
import { Appeals, Queue } from '../features/moderation/case-lists';
import { ModerationLog } from '../features/moderation/moderation-log';
import { ModerationTabs } from '../features/moderation/moderation-tabs';
import { paths } from '../lib/paths';
import { ModeratorsArea } from '../app/layout/moderators-area';

/** Reports, appeals and the log. */
export default function ModerationScreen() {
  return (
    <ModeratorsArea>
      <Moderation />
    </ModeratorsArea>
  );
}

function Moderation() {
  const { pathname } = useLocation();
  return (
    <>
      <ModerationTabs />
      {pathname === paths.moderationAppeals ? (
        <Appeals />
      ) : pathname === paths.moderationLog ? (
        <ModerationLog />
      ) : (
        <Queue />
      )}
    </>
  );
}
