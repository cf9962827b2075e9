import { useEffect, useRef } from 'react';

/** Events from the server while the page is open. */
export interface LiveEvents {
  /** Spray Coins were booked: the new balance and by how much it changed. */
  tokens: { balance: number; change: number; reason: string };
  /** A discovery was added near what this page last showed, or is on the map again. */
  discovery: { id: string; latitude?: number; longitude?: number };
  /** A discovery near what this page last showed was taken off the map. */
  removed: { id: string };
  /** Notifications that the player has not read; the kind of the one that was added, null where some were only read. */
  notification: { unread: number; kind: string | null };
}

export type LiveHandlers = { [Name in keyof LiveEvents]?: (event: LiveEvents[Name]) => void } & {
  /** The connection is restored after it was lost: events may have been missed. */
  onResumed?: () => void;
};

/** Milliseconds before a refused connection is tried again; it doubles up to the last. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/**
 * Listens to the server's events until the returned function is called. The browser reconnects by itself
 * after a dropped connection; after a refusal (a restart, too many tabs) this retries with growing delays.
 */
export function openLive(address: string, handlers: LiveHandlers): () => void {
  let source: EventSource;
  let wait = FIRST_WAIT;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let lost = false;

  const listen = <Name extends keyof LiveEvents>(name: Name) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      const event = parse<LiveEvents[Name]>(data);
      const handle = handlers[name] as ((event: LiveEvents[Name]) => void) | undefined;
      if (event) handle?.(event);
    });

  const connect = () => {
    source = new EventSource(address, { withCredentials: true });
    listen('tokens');
    listen('discovery');
    listen('removed');
    listen('notification');
    source.onopen = () => {
      wait = FIRST_WAIT;
      if (lost) handlers.onResumed?.();
      lost = false;
    };
    source.onerror = () => {
      lost = true;
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };

  connect();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}

function parse<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}

/** The listeners of this page's connections, by session and address. */
const shared = new Map<string, { listeners: Set<LiveHandlers>; close: () => void }>();

/** Listens to the connection that others have opened to the same address in the same session, or opens it. */
function join(address: string, session: string, handlers: LiveHandlers): () => void {
  const key = `${session} ${address}`;
  let feed = shared.get(key);
  if (!feed) {
    const listeners = new Set<LiveHandlers>();
    const close = openLive(address, {
      tokens: (event) => listeners.forEach((each) => each.tokens?.(event)),
      discovery: (event) => listeners.forEach((each) => each.discovery?.(event)),
      removed: (event) => listeners.forEach((each) => each.removed?.(event)),
      notification: (event) => listeners.forEach((each) => each.notification?.(event)),
      onResumed: () => listeners.forEach((each) => each.onResumed?.()),
    });
    feed = { listeners, close };
    shared.set(key, feed);
  }
  const { listeners, close } = feed;
  listeners.add(handlers);
  return () => {
    listeners.delete(handlers);
    if (listeners.size > 0) return;
    close();
    shared.delete(key);
  };
}

/**
 * The live events at `address`, as long as it is not null; all of a page share one connection. `session` changes when
 * the caller's rights do, and the connection is opened again.
 */
export function useLive(address: string | null, session: string, handlers: LiveHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (address === null || typeof EventSource === 'undefined') return;
    return join(address, session, {
      tokens: (event) => latest.current.tokens?.(event),
      discovery: (event) => latest.current.discovery?.(event),
      removed: (event) => latest.current.removed?.(event),
      notification: (event) => latest.current.notification?.(event),
      onResumed: () => latest.current.onResumed?.(),
    });
  }, [address, session]);
}
