import { useSyncExternalStore } from 'react';

/**
 * Milliseconds; then the region is emptied, so that nothing is read twice and the same sentence can be announced again.
 */
const SAID = 1_000;

let spoken = '';
let clearing: ReturnType<typeof setTimeout>;
const waiting: string[] = [];
/** One sentence for several of one moment. */
type Summary = (input: { first: string; more: number }) => string;
const listeners = new Set<() => void>();

/**
 * Announces a sentence to screen readers. Sentences of one moment become one announcement: `summary` of the first and
 * how many more, or the first alone.
 */
export function announce(sentence: string, summary: Summary = ({ first }) => first): void {
  waiting.push(sentence);
  if (waiting.length === 1) queueMicrotask(() => speak(summary));
}

function speak(summary: Summary): void {
  const [first = '', ...more] = waiting.splice(0);
  say(more.length === 0 ? first : summary({ first, more: more.length }));
  clearTimeout(clearing);
  clearing = setTimeout(() => say(''), SAID);
}

function say(text: string): void {
  spoken = text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The one live region of the page; toasts have their own. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => spoken,
    () => '',
  );
  return (
    <p data-testid="announcer" aria-live="assertive" className="sr-only">
      {text}
    </p>
  );
}
