import { m } from '#messages';
import { QueueList } from '../features/queue/queue-list';
import { Page } from './page';

/** Works that were documented offline and are not sent yet. */
export default function Queue() {
  return <Page title={m.screens_queue_title()} text={m.screens_queue_text()}><QueueList /></Page>;
}
