import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { NETWORK_CHANNEL } from './network-channel';

/** Whether requests arrive, as the service worker reports it. */
const useReached = create(() => true);

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('online', () => useReached.setState(true));
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NETWORK_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'boolean' && useReached.setState(data);
  channel.postMessage('ask');
}

const EVENTS = ['online', 'offline'] as const;
const subscribe = (listener: () => void) => {
  EVENTS.forEach((event) => window.addEventListener(event, listener));
  return () => EVENTS.forEach((event) => window.removeEventListener(event, listener));
};

/** Whether there is signal: the browser says so, and requests arrive. */
export function useOnline(): boolean {
  useEffect(listen, []);
  const hasNetwork = useSyncExternalStore(subscribe, () => navigator.onLine);
  return useReached() && hasNetwork;
}
