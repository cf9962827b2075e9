import { m } from '#messages';
import { QueueList } from '../features/queue/queue-list';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/**
 * The player's works that were documented offline and are not sent yet. They are shown once it is known who is signed
 * in.
 */
export default function Queue() {
  return (
    <MembersArea title={m.screens_queue_title()}>
      {() => (
        <Page title={m.screens_queue_title()} text={m.screens_queue_text()}>
          <QueueList />
        </Page>
      )}
    </MembersArea>
  );
}
