import { useCallback, useState } from 'react';
import type { LatLng } from '../map/map-port';
import { type DocumentDraft, emptyDocument } from './drafts';

interface DocumentState {
  /** `picking`: the modal steps aside while a point of the map is chosen. */
  mode: 'closed' | 'open' | 'picking';
  draft: DocumentDraft;
  errors: Record<string, string>;
}

const closed: DocumentState = { mode: 'closed', draft: emptyDocument, errors: {} };

/** The Document Street Art modal's state; reset on success and on close. */
export function useDocument() {
  const [state, setState] = useState(closed);
  const change = useCallback((part: Partial<DocumentState>) => setState((before) => ({ ...before, ...part })), []);
  return {
    ...state,
    open: (draft: Partial<DocumentDraft> = {}, errors: Record<string, string> = {}) =>
      setState({ mode: 'open', draft: { ...emptyDocument, ...draft }, errors }),
    close: useCallback(() => setState(closed), []),
    setDraft: useCallback(
      (part: Partial<DocumentDraft>) => setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
      [],
    ),
    setErrors: useCallback((errors: Record<string, string>) => change({ errors }), [change]),
    startPicking: useCallback(() => change({ mode: 'picking' }), [change]),
    stopPicking: useCallback(
      (place?: LatLng) => setState((before) => ({ ...before, mode: 'open', draft: place ? { ...before.draft, place } : before.draft })),
      [],
    ),
  };
}
