import { QueryClientContext, QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useContext, useEffect, type ReactNode } from 'react';
import { SessionEnded } from '../features/session/members-only';
import { pageQueryClient } from '../api/query';
import { clearFormerAccounts } from '../api/shared-facts';

/**
 * Wraps everything that sends requests: the query cache, and the handling of an ended session and of another account.
 * The landing page does without it, so it is loaded with the first screen that needs it. Inside another one it adds
 * nothing.
 */
export function Data({ children, client }: { children: ReactNode; client?: QueryClient }) {
  const isProvided = useContext(QueryClientContext) !== undefined;
  if (isProvided) return children;
  return (
    <QueryClientProvider client={client ?? pageQueryClient()}>
      {children}
      <SessionEnded />
      <FormerAccounts />
    </QueryClientProvider>
  );
}

function FormerAccounts() {
  const client = useQueryClient();
  useEffect(() => clearFormerAccounts(client), [client]);
  return null;
}
