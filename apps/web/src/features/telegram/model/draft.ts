/** Draft of the server. Versions only increase. */
export interface SavedDraft {
  text: string;
  version: number;
}

export interface Draft {
  text: string;
  /** Server version that the text is based on. */
  base: SavedDraft;
  /** Conflicting version saved elsewhere, if neither text contains the other: the user chooses. */
  other?: SavedDraft | undefined;
}

export const draftFrom = (base: SavedDraft): Draft => ({ text: base.text, base });

export const savedText = (text: string): string => (text.trim() === '' ? '' : text);

export const isUnsaved = ({ text, base }: Draft): boolean => savedText(text) !== base.text;

const contains = (text: string, part: string) => text.includes(part.trim());

/** Merges a draft with the server's version: adopts it unless local input would be lost. */
function mergeDraft(draft: Draft, known: SavedDraft): Draft {
  const { text, base } = draft;
  if (text.trim() === '' || !isUnsaved(draft)) return draftFrom(known);
  return contains(text, known.text) ? { text, base: known } : { text, base, other: known };
}

/** Applies a newer draft of the server: from another window or device, or cleared by sending. */
export function take(draft: Draft, known: SavedDraft): Draft {
  return known.version <= (draft.other ?? draft.base).version ? draft : mergeDraft(draft, known);
}

/** Merges the server's draft with the unsaved one of a closed window. */
export function restoreUnsaved(known: SavedDraft, left: { text: string; version: number }): Draft {
  const draft = draftFrom(known);
  if (left.text === known.text || (left.version !== known.version && contains(known.text, left.text))) return draft;
  if (left.version === known.version) return { text: left.text, base: known };
  return mergeDraft({ text: left.text, base: { text: '', version: left.version } }, known);
}

export const keepMine = ({ text, base, other }: Draft): Draft => ({ text, base: other ?? base });
export const takeOther = ({ base, other }: Draft): Draft => draftFrom(other ?? base);

/** After sending: keeps the conflicting draft of another window, if any. */
export const sent = ({ base, other }: Draft): Draft => (other ? draftFrom(other) : { text: '', base: { text: '', version: base.version } });
