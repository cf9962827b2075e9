import { useEffect } from 'react';

const held = new Set<symbol>();

/** Whether something typed is in no form at the moment, so that nothing keeps it when the screens are mounted anew. */
export const holdsHiddenDraft = (): boolean => held.size > 0;

/** Registers input that is in no form at the moment, for example of a form that is hidden while the map is shown. */
export function useDraft(isDraft: boolean): void {
  useEffect(() => {
    if (!isDraft) return;
    const draft = Symbol('draft');
    held.add(draft);
    return () => void held.delete(draft);
  }, [isDraft]);
}
