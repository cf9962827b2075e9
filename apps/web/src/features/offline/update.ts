import type { Workbox } from 'workbox-window';

/** A new version that waits. */
export interface Update {
  /** Resolves when it is in charge; the page has to be loaded again. */
  take: () => Promise<void>;
}

/** The version that waits now. Another tab may put it in charge, before this one takes it. */
export function waitingUpdate(worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting'>): Update {
  const isInCharge = new Promise<void>((resolve) => worker.addEventListener('controlling', () => resolve()));
  return {
    take: () => {
      worker.messageSkipWaiting();
      return isInCharge;
    },
  };
}
