import { useEffect, useRef } from 'react';

/** The button that removed an item leaves with it; the focus goes to the list, not back to the head of the page. */
export function useFocusWhenFewer(count: number) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) place.current?.focus();
    before.current = count;
  }, [count]);
  return place;
}
