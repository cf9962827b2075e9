import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SessionOver } from '../features/auth/members-only';
import { newQueryClient } from '../lib/query';
import { Announcer } from '../ui/announcer';
import { Toaster } from '../ui/toast';

/** Around every screen, inside the router: the query cache, the toasts, and what follows the end of a session. */
export function Providers({ children, client }: { children: ReactNode; client?: QueryClient }) {
  const [queryClient] = useState(() => client ?? newQueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <SessionOver />
      <Toaster />
      <Announcer />
    </QueryClientProvider>
  );
}
