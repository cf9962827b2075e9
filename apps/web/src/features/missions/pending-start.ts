const KEY = 'mission-to-start';
/** Milliseconds after which a start is forgotten. */
const GOOD_FOR = 30 * 60_000;

/** Keeps what a guest wanted to start, in this tab, until after the sign-in. */
export function keepStart(id: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ id, at: Date.now() }));
  } catch {
    // Without storage the player presses the button again.
  }
}

/** The mission that this tab wanted to start before the sign-in; once. */
export function takeStart(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { id: string; at: number } | null;
    sessionStorage.removeItem(KEY);
    return kept && Date.now() - kept.at < GOOD_FOR ? kept.id : null;
  } catch {
    return null;
  }
}
