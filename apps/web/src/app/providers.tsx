import type { ReactNode } from 'react';
import { Announcer } from '../ui/announcer';
import { Toaster } from '../ui/toast';

/** Around every screen, inside the router: the toasts, and what is announced. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
      <Announcer />
    </>
  );
}
