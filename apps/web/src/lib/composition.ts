/**
 * The Enter that ends a composition, as of Japanese or Chinese text, chooses a word: it neither submits a form nor
 * reaches any handler of the page.
 */
export function ignoreEnterOfCompositions(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !isComposing(event)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}

/** Safari ends the composition before it sends the key, with this code. */
const PROCESSED = 229;

const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === PROCESSED;
