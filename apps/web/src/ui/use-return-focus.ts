import { useRef, type RefObject } from 'react';

/** Moves the focus to the first of these that accepts it, at last to the screen's content. */
export function focusFirst(...elements: (Element | null | undefined)[]): void {
  for (const element of [...elements, document.querySelector('main')]) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/**
 * For dialogs that are opened from anywhere: when they close, the focus goes back to where it was, unless something
 * else took it meanwhile. `resumeAt` gets the focus when a dialog that was hidden opens again.
 */
export function useReturnFocus(resumeAt?: RefObject<HTMLElement | null>) {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      if (!resumeAt) {
        previous.current = document.activeElement;
        return;
      }
      event.preventDefault();
      resumeAt.current?.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement === document.body) focusFirst(previous.current);
    },
  };
}
