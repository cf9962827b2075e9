import { create } from 'zustand';

/**
 * Milliseconds; then the region is emptied, so that nothing is read twice and the same sentence can be announced again.
 */
const SAID = 1_000;

const useSpoken = create(() => '');
let clearing: ReturnType<typeof setTimeout>;
const waiting: string[] = [];
/** One sentence for several of one moment. */
type Summary = (input: { first: string; more: number }) => string;

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
  useSpoken.setState(more.length === 0 ? first : summary({ first, more: more.length }));
  clearTimeout(clearing);
  clearing = setTimeout(() => useSpoken.setState(''), SAID);
}

/** The one live region of the page; toasts have their own. */
export function Announcer() {
  const text = useSpoken();
  return (
    <p data-testid="announcer" aria-live="assertive" className="sr-only">
      {text}
    </p>
  );
}
