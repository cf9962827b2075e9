import { stored } from '../../lib/stored';

const pendingStart = stored<{ id: string; at: number }>('sessionStorage', 'mission-to-start');
/** Milliseconds after which a stored start expires. */
const GOOD_FOR = 30 * 60_000;

/** Stores the mission that a guest wanted to start, in this tab, until after the sign-in. */
export const savePendingStart = (id: string) => pendingStart.write({ id, at: Date.now() });

/** The mission that this tab wanted to start before the sign-in; once. */
export function takePendingStart(): string | null {
  const kept = pendingStart.read();
  pendingStart.remove();
  return kept && Date.now() - kept.at < GOOD_FOR ? kept.id : null;
}
