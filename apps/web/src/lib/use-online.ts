import { useSyncExternalStore } from 'react';
import { NETWORK_CHANNEL } from './network-channel';

const listeners = new Set<() => void>();
let reached = true;

function set(next: boolean): void {
  reached = next;
  listeners.forEach((listener) => listener());
}

function listen(): void {
  window.addEventListener('online', () => set(true));
  window.addEventListener('offline', () => set(reached));
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NETWORK_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'boolean' && set(data);
  channel.postMessage('ask');
}

let isListening = false;

/** Whether there is signal: the browser says so, and requests arrive. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      if (!isListening) listen();
      isListening = true;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => navigator.onLine && reached,
  );
