import { useCallback, useState } from 'react';
import type { LatLng } from '../map';
import { type DocumentDraft, emptyDocument } from './drafts';

interface DocumentState {
  /** `picking`: the modal is hidden while a point on the map is chosen. */
  mode: 'closed' | 'open' | 'picking';
  draft: DocumentDraft;
  errors: Record<string, string>;
  /** Open again after a point of the map was chosen, or not. */
  resumed: boolean;
}

const closed: DocumentState = { mode: 'closed', draft: emptyDocument, errors: {}, resumed: false };

/** The Document Street Art modal's state; reset on success and on close. */
export function useDocument() {
  const [state, setState] = useState(closed);
  const change = useCallback((part: Partial<DocumentState>) => setState((before) => ({ ...before, ...part })), []);
  return {
    ...state,
    open: (draft: Partial<DocumentDraft> = {}, errors: Record<string, string> = {}) =>
      setState({ mode: 'open', draft: { ...emptyDocument, ...draft }, errors, resumed: false }),
    close: useCallback(() => setState(closed), []),
    setDraft: useCallback(
      (part: Partial<DocumentDraft>) => setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
      [],
    ),
    setErrors: useCallback((errors: Record<string, string>) => change({ errors }), [change]),
    startPicking: useCallback(() => change({ mode: 'picking' }), [change]),
    stopPicking: useCallback(
      (place?: LatLng) => setState((before) => ({ ...before, mode: 'open', resumed: true, draft: place ? { ...before.draft, place } : before.draft })),
      [],
    ),
  };
}
