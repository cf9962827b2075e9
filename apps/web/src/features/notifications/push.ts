import type { ApolloClient } from '@apollo/client';
import {
  AddPushSubscriptionDocument,
  NotificationSettingsDocument,
  RemovePushSubscriptionDocument,
} from '../../api/graph/notifications/settings';

/** `denied`: the player has blocked our notifications in the browser, which only the browser's settings can change. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** Names the player who turned push messages on in this browser: another one who signs in here is asked anew. */
const OWNER = 'push-of';

const ownerHere = () => {
  try {
    return localStorage.getItem(OWNER);
  } catch {
    return null;
  }
};

/** Of the service worker; undefined where there is none, or it has no push messages. */
async function manager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** How it is for this player in this browser. */
export async function pushState(player: string): Promise<PushState> {
  const push = await manager();
  if (!push) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return ownerHere() === player && Notification.permission === 'granted' && (await push.getSubscription())
    ? 'on'
    : 'off';
}

/**
 * Asks the player for the permission, then subscribes the browser. Called by a click: browsers ask for no other reason.
 * @param key of the deployment, base64url
 * @throws Error where the push service or ours could not be reached; then it is off
 */
export async function turnPushOn(client: ApolloClient, player: string, key: string): Promise<PushState> {
  const push = await manager();
  if (!push) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  localStorage.setItem(OWNER, player);
  try {
    await subscribe(client, push, key);
  } catch (error) {
    localStorage.removeItem(OWNER);
    throw error;
  }
  return 'on';
}

/** Ends the subscription. If the service is not informed, its next message fails and removes it. */
export async function turnPushOff(client: ApolloClient): Promise<PushState> {
  localStorage.removeItem(OWNER);
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return 'off';
  await subscription.unsubscribe();
  await client
    .mutate({ mutation: RemovePushSubscriptionDocument, variables: { endpoint: subscription.endpoint } })
    .catch(() => undefined);
  return 'off';
}

/** Renews the subscription at the service, once for each session and visit. */
export async function renewPush(client: ApolloClient, player: string): Promise<void> {
  if (ownerHere() !== player) return;
  const push = await manager();
  if (!push || Notification.permission !== 'granted') return;
  const { data } = await client.query({ query: NotificationSettingsDocument });
  const key = data?.notificationSettings.pushKey;
  if (key) await subscribe(client, push, key);
}

async function subscribe(client: ApolloClient, push: PushManager, key: string): Promise<void> {
  const subscription = await subscriptionFor(push, key);
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await client.mutate({
    mutation: AddPushSubscriptionDocument,
    variables: { input: { endpoint: subscription.endpoint, p256dh, auth } },
  });
}

/** A browser keeps one subscription, for one key: one for a key that the deployment had before is of no use. */
async function subscriptionFor(push: PushManager, key: string): Promise<PushSubscription> {
  const known = await push.getSubscription();
  if (known && keyOf(known) === key) return known;
  await known?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options: { applicationServerKey: bytes } }: PushSubscription): string | null {
  return (
    bytes &&
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  );
}
