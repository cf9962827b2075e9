import { m } from '#messages';
import { useParams } from 'react-router-dom';
import { Notice } from '../features/moderation/notice';
import { GraphProvider } from '../api/graph-client';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/** A decision of moderators about the player, or on what the player reported. */
export default function NoticeScreen() {
  const { id = '' } = useParams();
  return (
    <MembersArea title={m.screens_notice_title()}>
      {() => (
        <GraphProvider>
          <Page title={m.screens_notice_title()}>
            <Notice key={id} id={id} />
          </Page>
        </GraphProvider>
      )}
    </MembersArea>
  );
}
