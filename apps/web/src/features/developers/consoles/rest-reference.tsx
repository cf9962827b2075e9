import { m } from '#messages';
import { createApiReference } from '@scalar/api-reference';
import styles from '@scalar/api-reference/style.css?url';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LoadState } from '../../../ui/load-state';
import { Skeleton } from '../../../ui/skeleton';
import './consoles.css';
import { type Description, forPartners } from './for-partners';
import { useDark } from './use-dark';
import { useStyleSheet } from './use-style-sheet';

/** Calls are sent to our own server and carry the token alone, never the player's session. */
const ownCalls = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, { ...init, credentials: 'omit' });
  return new URL(request.url).origin === window.location.origin
    ? fetch(request)
    : Promise.reject(new Error(m.developers_console_elsewhere()));
};

/** Scalar's reference of the calls that are open to partners; each can be tried with a token. */
export function RestReference() {
  const container = useRef<HTMLDivElement>(null);
  const isDark = useDark();
  const style = useStyleSheet(styles);
  const { data, error, refetch } = useQuery<Description>({ queryKey: ['/openapi.json'] });
  useEffect(() => {
    if (!data || style !== 'loaded') return undefined;
    const { destroy } = createApiReference(container.current!, {
      content: forPartners(data),
      servers: [{ url: window.location.origin }],
      hideModels: true,
      hideSearch: true,
      authentication: { preferredSecurityScheme: 'token' },
      layout: 'classic',
      theme: 'none',
      withDefaultFonts: false,
      darkMode: isDark,
      forceDarkModeState: isDark ? 'dark' : 'light',
      hideDarkModeToggle: true,
      // Nothing is sent to others, and nothing is kept: no proxy, no telemetry, no assistant, no token in the storage.
      proxyUrl: '',
      telemetry: false,
      persistAuth: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'none',
      fetch: ownCalls,
    });
    // The page has a main part already; the library's keeps its name.
    container.current!.querySelector('main')?.setAttribute('role', 'region');
    return destroy;
  }, [data, style, isDark]);
  return (
    <>
      <LoadState
        loading={m.developers_console_loading()}
        failed={m.developers_console_failed()}
        isPending={!error && style !== 'failed' && (!data || style === 'loading')}
        error={error ?? (style === 'failed' ? new Error(styles) : null)}
        onRetry={() => void refetch()}
      >
        <Skeleton className="h-[70dvh]" />
      </LoadState>
      {/* The library speaks English alone. */}
      <div ref={container} lang="en" className="rest-reference min-w-0" />
    </>
  );
}
