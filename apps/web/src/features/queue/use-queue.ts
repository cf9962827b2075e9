import { useEffect, useState } from 'react';
import { useUser } from '../session';
import { queueStore, type QueuedWork } from './queue-store';
import { listenToQueue } from './send-queue';

/**
 * The signed-in player's works in the queue, the oldest first, and the one that is being sent; undefined while they are
 * read.
 */
export function useQueue() {
  const { user } = useUser();
  const { works, sending } = useAllWorks();
  return { works: works?.filter(({ owner }) => owner === user?.id), sending };
}

/** How many works wait on this device while nobody is signed in who could send them. */
export function useWaitingElsewhere(): number {
  const { user } = useUser();
  const { works } = useAllWorks();
  return user === null ? (works?.length ?? 0) : 0;
}

function useAllWorks() {
  const [works, setWorks] = useState<QueuedWork[]>();
  const [sending, setSending] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const all = (await queueStore.isAvailable()) ? await queueStore.all() : [];
      if (isCurrent) setWorks(all);
    };
    void read();
    if (typeof BroadcastChannel === 'undefined') return;
    const stop = listenToQueue((news) => {
      if (news.kind === 'sending') setSending(news.id);
      void read();
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  return { works, sending };
}
