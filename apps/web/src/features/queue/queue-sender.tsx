import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import { documentAdded, refreshAfterDocument } from '../document';
import { queueStore } from './queue-store';
import { listenToQueue, sendQueue, type QueueMessage } from './send-queue';
import { submitting } from './submit-work';

/** Milliseconds between two tries while works wait: the browser may not report that the network is back. */
const RETRY_MS = 30_000;

/** Sends what waits: now, when there is signal again, and from time to time. Says what was sent in the background. */
export function QueueSender() {
  const { user } = useUser();
  const client = useQueryClient();
  const owner = user?.id;

  const onMessage = useEffectEvent((message: QueueMessage) => {
    if (message.kind !== 'sent' || submitting.has(message.id) || message.work.owner !== owner) return;
    toast(documentAdded(message.work.draft, message.tokensAwarded ?? undefined));
    void refreshAfterDocument(client);
  });

  useEffect(() => {
    if (!owner || typeof indexedDB === 'undefined' || typeof BroadcastChannel === 'undefined') return;
    const send = () => void sendWaiting(owner);
    send();
    const stop = listenToQueue(onMessage);
    const timer = setInterval(send, RETRY_MS);
    window.addEventListener('online', send);
    return () => {
      stop();
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [owner]);
  return null;
}

async function sendWaiting(owner: string): Promise<void> {
  if (!navigator.onLine || !(await queueStore.isAvailable())) return;
  const works = await queueStore.all();
  if (works.some((work) => work.owner === owner && work.state === 'waiting')) await sendQueue();
}
