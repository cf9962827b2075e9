import { useEffect, useRef } from 'react';

/** The button that removed an item disappears with it; the focus goes to the list, not to the top of the page. */
export function useFocusAfterRemoval(count: number) {
  const container = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) container.current?.focus();
    before.current = count;
  }, [count]);
  return container;
}
