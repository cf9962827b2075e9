import { useEffect } from 'react';

/** Forms in which something was typed. */
const touched = new Set<Element>();
const held = new Set<symbol>();

document.addEventListener('input', ({ target }) => {
  if (target instanceof Element) touched.add(target.closest('form, [role=dialog]') ?? target);
}, { passive: true });

/** Whether a reload would lose what somebody typed or is sending. */
export function holdsDraft(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form);
  return touched.size > 0 || held.size > 0;
}

/** Whether something typed is in no form at the moment, so that nothing keeps it when the screens are mounted anew. */
export const holdsHiddenDraft = (): boolean => held.size > 0;

/** Says so for what is in no form at the moment, such as a form that makes room for the map. */
export function useDraft(isDraft: boolean): void {
  useEffect(() => {
    if (!isDraft) return;
    const mark = Symbol('draft');
    held.add(mark);
    return () => void held.delete(mark);
  }, [isDraft]);
}
