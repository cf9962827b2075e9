import { useCallback, useState } from 'react';
import type { LatLng } from '../map';
import { newDraftId } from './document-drafts';
import { type DocumentDraft, emptyDocument } from './drafts';

interface DocumentState {
  /** `picking`: the modal is hidden while a point on the map is chosen. */
  mode: 'closed' | 'open' | 'picking';
  /**
   * What the form starts with, under which id it is stored, and the server's messages by payload field; `round` counts
   * how often it was opened.
   */
  start: { round: number; id: string; draft: DocumentDraft; errors: Record<string, string> };
  /** See DocumentDraft. */
  place: LatLng | null;
  /** Open again after a point of the map was chosen, or not. */
  resumed: boolean;
}

const closed: DocumentState = {
  mode: 'closed',
  start: { round: 0, id: '', draft: emptyDocument, errors: {} },
  place: null,
  resumed: false,
};

/**
 * Whether the Document Street Art modal is open, and the place that was chosen for it; the modal keeps its typed values
 * itself.
 */
export function useDocument() {
  const [state, setState] = useState(closed);
  const change = useCallback((part: Partial<DocumentState>) => setState((before) => ({ ...before, ...part })), []);
  return {
    ...state,
    open: useCallback(
      (
        part: Partial<DocumentDraft> = {},
        { id = newDraftId(), errors = {} }: { id?: string; errors?: Record<string, string> } = {},
      ) => {
        const draft = { ...emptyDocument, ...part };
        setState(({ start }) => ({
          mode: 'open',
          start: { round: start.round + 1, id, draft, errors },
          place: draft.place,
          resumed: false,
        }));
      },
      [],
    ),
    close: useCallback(() => change({ mode: 'closed', place: null }), [change]),
    setPlace: useCallback((place: LatLng | null) => change({ place }), [change]),
    startPicking: useCallback(() => change({ mode: 'picking' }), [change]),
    stopPicking: useCallback(
      (place?: LatLng) => change({ mode: 'open', resumed: true, ...(place && { place }) }),
      [change],
    ),
  };
}
