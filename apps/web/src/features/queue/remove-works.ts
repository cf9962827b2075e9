import { documentDrafts, draftOwners } from '../document';
import { queueStore } from './queue-store';

/** Removes what a player has documented on this device and not sent. */
export async function removeWorksOf(account: string): Promise<void> {
  if (await queueStore.isAvailable()) await queueStore.removeOf(account);
  await documentDrafts.removeOf(draftOwners(account));
}
