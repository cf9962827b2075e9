import { holdsHiddenDraft } from './hidden-draft';

/** Forms in which something was typed. */
const touched = new Set<Element>();

document.addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof Element) touched.add(target.closest('form, [role=dialog]') ?? target);
  },
  { passive: true },
);

/** Whether a reload would lose unsaved input or a running request. */
export function holdsDraft(): boolean {
  for (const form of touched) if (!form.isConnected) touched.delete(form);
  return touched.size > 0 || holdsHiddenDraft();
}
