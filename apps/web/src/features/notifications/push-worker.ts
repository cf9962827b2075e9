/// <reference lib="webworker" />
import { PRODUCT_NAME } from '../../product';
import { paths } from '../../lib/paths';

/** The part of the service worker's global scope that is used. */
type Scope = Pick<ServiceWorkerGlobalScope, 'addEventListener' | 'clients' | 'registration' | 'location'>;

/** The payload that users sends; it is not trusted. */
interface Message {
  title?: unknown;
  body?: unknown;
  tag?: unknown;
  path?: unknown;
}

/**
 * Shows push messages, and opens their screen on a click. Each is shown: browsers end the subscription of a page that
 * hides some.
 */
export function showPushMessages(scope: Scope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, read(event.data))));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, ownAddress(scope, (event.notification.data as Message | null)?.path)));
  });
}

function show({ registration }: Scope, { title, body, tag, path }: Message): Promise<void> {
  return registration.showNotification(text(title) ?? PRODUCT_NAME, {
    body: text(body),
    tag: text(tag),
    data: { path },
    icon: '/icons/icon-192.png',
  });
}

function read(data: PushMessageData | null): Message {
  try {
    return (data?.json() as Message | null) ?? {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An address of our own origin, whatever the message contains. */
function ownAddress({ location }: Scope, path: unknown): string {
  const given =
    typeof path === 'string' && URL.canParse(path, location.origin) ? new URL(path, location.origin) : undefined;
  return given?.origin === location.origin ? given.href : new URL(paths.notifications, location.origin).href;
}

/** A tab that shows another screen is left as it is: something may be half written there. */
async function open({ clients }: Scope, address: string): Promise<unknown> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url.split('#')[0] === address);
  return shown ? shown.focus() : clients.openWindow(address);
}
