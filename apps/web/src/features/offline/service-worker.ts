import { Workbox } from 'workbox-window';
import { reportLoadedFiles } from './loaded-files';
import { type Update, waitingUpdate } from './update';

/** Milliseconds between two checks for a new version in an open page. */
const CHECK_INTERVAL_MS = 60 * 60_000;

/** Starts the service worker where the browser has them, and reports updates. Returns a function that ends this. */
export function startServiceWorker(onUpdate: (update: Update) => void): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  reportLoadedFiles(navigator);
  const worker = new Workbox('/sw.js');
  const offer = () => onUpdate(waitingUpdate(worker));
  worker.addEventListener('waiting', offer);
  // Private windows may refuse it: then there is just no page without signal.
  void worker.register({ immediate: true }).catch(() => undefined);
  const timer = setInterval(() => void worker.update().catch(() => undefined), CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    worker.removeEventListener('waiting', offer);
  };
}
