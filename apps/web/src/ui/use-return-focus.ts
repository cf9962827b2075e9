import { useRef } from 'react';

/** For dialogs that are opened from anywhere: when they close, the focus goes back to where it was. */
export function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      previous.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (previous.current instanceof HTMLElement) previous.current.focus();
    },
  };
}
