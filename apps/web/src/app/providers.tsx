import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { newQueryClient } from '../lib/query';
import { Announcer } from '../ui/announcer';
import { Toaster } from '../ui/toast';

/** Providers around every screen: the query cache and the toasts. */
export function Providers({ children, client }: { children: ReactNode; client?: QueryClient }) {
  const [queryClient] = useState(() => client ?? newQueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
      <Announcer />
    </QueryClientProvider>
  );
}
