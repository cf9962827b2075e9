import type { ReactNode } from 'react';
import { Announcer } from '../ui/announcer';
import { Toaster } from '../ui/toast';

/** Wraps every screen, inside the router: toasts and announcements. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
      <Announcer />
    </>
  );
}
