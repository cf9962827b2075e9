const KEY = 'mission-to-start';
/** Milliseconds after which a stored start expires. */
const GOOD_FOR = 30 * 60_000;

/** Stores the mission that a guest wanted to start, in this tab, until after the sign-in. */
export function savePendingStart(id: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ id, at: Date.now() }));
  } catch {
    // Without storage the player presses the button again.
  }
}

/** The mission that this tab wanted to start before the sign-in; once. */
export function takePendingStart(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { id: string; at: number } | null;
    sessionStorage.removeItem(KEY);
    return kept && Date.now() - kept.at < GOOD_FOR ? kept.id : null;
  } catch {
    return null;
  }
}
