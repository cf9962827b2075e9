import { useSyncExternalStore } from 'react';

/** Milliseconds; then the region is emptied, so that nothing is read twice and the same sentence can be announced again. */
const SAID = 1_000;

let spoken = '';
let clearing: ReturnType<typeof setTimeout>;
const waiting: string[] = [];
const listeners = new Set<() => void>();

/** Announces a sentence to screen readers. Sentences of one moment become one announcement: the first, and how many more. */
export function announce(sentence: string): void {
  waiting.push(sentence);
  if (waiting.length === 1) queueMicrotask(speak);
}

function speak(): void {
  const [first = '', ...more] = waiting.splice(0);
  say(more.length === 0 ? first : `${first} And ${more.length} more ${more.length === 1 ? 'field needs' : 'fields need'} a look.`);
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
  const text = useSyncExternalStore(subscribe, () => spoken);
  return <p data-testid="announcer" aria-live="assertive" className="sr-only">{text}</p>;
}
