/** Colours that a palette may have, and characters of its name; the server has the same limits. */
export const MOST_COLORS = 24;
export const MOST_NAME = 80;

/** A palette that is being made or changed; `id` is null for a new one. */
export interface PaletteDraft {
  id: string | null;
  name: string;
  codes: readonly string[];
}

export const EMPTY_DRAFT: PaletteDraft = { id: null, name: '', codes: [] };

/** The draft with a further colour; each is in it once, and what would be too many is left out. */
export const withColor = (draft: PaletteDraft, code: string): PaletteDraft =>
  draft.codes.includes(code) || draft.codes.length >= MOST_COLORS ? draft : { ...draft, codes: [...draft.codes, code] };

export const withoutColor = (draft: PaletteDraft, code: string): PaletteDraft => ({ ...draft, codes: draft.codes.filter((each) => each !== code) });
