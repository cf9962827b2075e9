import { createContext, useContext, useRef, type RefObject } from 'react';

/** Moves the focus to the first of these that accepts it, at last to the screen's content. */
export function focusFirst(...elements: (Element | null | undefined)[]): void {
  focusOne([...elements, document.querySelector('main')]);
}

function focusOne(elements: readonly (Element | null | undefined)[]): void {
  for (const element of elements) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** Whether a dialog is opened from within another one. */
export const InDialog = createContext(false);

/**
 * For dialogs that are opened from anywhere: when they close, the focus goes back to where it was, unless something
 * else took it meanwhile. `resumeAt` gets the focus when a dialog that was hidden opens again.
 */
export function useReturnFocus(resumeAt?: RefObject<HTMLElement | null>) {
  const previous = useRef<Element | null>(null);
  const isNested = useContext(InDialog);
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
      if (document.activeElement !== document.body) return;
      // What is behind the outer dialog must not have the focus; where that one closes, too, it returns the focus
      // itself.
      if (isNested)
        focusOne([previous.current, [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1)]);
      else focusFirst(previous.current);
    },
  };
}
