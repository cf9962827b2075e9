import { useSyncExternalStore } from 'react';

const signs = ['online', 'offline'] as const;

/** What the browser says of the network. It knows when there is none; that there is one does not mean much. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      signs.forEach((sign) => window.addEventListener(sign, listener));
      return () => signs.forEach((sign) => window.removeEventListener(sign, listener));
    },
    () => navigator.onLine,
  );
