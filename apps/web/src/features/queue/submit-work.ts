import { HttpError, NoConnection } from '../../api/http';
import { documentDrafts, type SendDocument, type WorkToSend } from '../document';
import { requestBackgroundSync } from './background-sync';
import { queuedWork, queueStore } from './queue-store';
import { sendQueue, postQueueMessage } from './send-queue';
import { type Sent, sendWork } from './send-work';

/** Works that a form waits for: the form shows their results itself. */
export const submitting = new Set<number>();

/**
 * Sends a documented work by way of the queue, so that it outlives a lost connection and a closed tab. Resolves with
 * the stored discovery, or with null where it waits for signal.
 * @throws HttpError if the server does not take it; then it is not in the queue, but with the form
 * @throws QueueFull
 * @throws NoConnection where the browser keeps no queue
 */
export const submitWork: SendDocument = async (work, draftId) => {
  if (!(await queueStore.isAvailable())) return sendAtOnce(work);
  const { id } = await queueStore.add(work);
  // The queue has the photo now; a reload must not offer the work once more.
  await documentDrafts.remove(draftId);
  submitting.add(id);
  postQueueMessage({ kind: 'changed' });
  try {
    const results = await inTime(sendQueue());
    if (!results && !(await queueStore.get(id))) return {};
    const result = results?.get(id);
    if (result?.kind === 'sent') return detailsOf(result);
    if (result && 'status' in result && result.status !== null) {
      await documentDrafts.save(draftId, work.owner, work.draft);
      await queueStore.remove(id);
      throw new HttpError(result.status, result.body, '');
    }
    await keep();
    return null;
  } finally {
    submitting.delete(id);
    postQueueMessage({ kind: 'changed' });
  }
};

const detailsOf = ({ discovery }: Extract<Sent, { kind: 'sent' }>) => ({
  id: discovery?.id,
  tokensAwarded: discovery?.tokensAwarded,
});

/** Without a queue the form keeps the work until the server has it. */
async function sendAtOnce(work: WorkToSend): ReturnType<SendDocument> {
  const result = await sendWork({ id: 0, ...queuedWork(work) }, async () => undefined);
  if (result.kind === 'sent') return detailsOf(result);
  if ('status' in result && result.status !== null) throw new HttpError(result.status, result.body, '');
  throw new NoConnection(result.kind);
}

/**
 * Milliseconds for which a form waits: the works before this one may take minutes. It is sent in the background then.
 */
const FORM_WAIT_MS = 15_000;

/** The result of `sending`; undefined where it takes longer than a form waits. */
function inTime<T>(sending: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), FORM_WAIT_MS);
    sending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The browser may otherwise clear what it stores for us when the disk is full. */
async function keep(): Promise<void> {
  await Promise.allSettled([navigator.storage?.persist?.(), requestBackgroundSync()]);
}
