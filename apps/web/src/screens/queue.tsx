import { QueueList } from '../features/queue/queue-list';
import { Page } from './page';

/** What was documented without signal and is not sent yet. */
export default function Queue() {
  return <Page title="Waiting to be sent" text="Kept on this device, for your account only. It is sent in this order as soon as there is signal."><QueueList /></Page>;
}
