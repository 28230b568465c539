/** A draft as the server has it. Versions only grow. */
export interface SavedDraft {
  text: string;
  version: number;
}

/** A draft that is being written. */
export interface Draft {
  /** In the field. */
  text: string;
  /** What of the server's it goes on from. */
  base: SavedDraft;
  /** What was saved elsewhere meanwhile, where neither text holds the other: the person chooses. */
  other?: SavedDraft | undefined;
}

export const draftFrom = (base: SavedDraft): Draft => ({ text: base.text, base });

/** What is saved of a text: nothing of one that is blank. */
export const savedText = (text: string): string => (text.trim() === '' ? '' : text);

/** There is something that the server does not have. */
export const isUnsaved = ({ text, base }: Draft): boolean => savedText(text) !== base.text;

/** Whether nothing is lost of `part` where `text` takes its place. */
const holds = (text: string, part: string) => text.includes(part.trim());

/** Sets a draft beside what the server has: what is newer is taken over, unless it would cost what was typed here. */
function beside(draft: Draft, known: SavedDraft): Draft {
  const { text, base } = draft;
  if (text.trim() === '' || !isUnsaved(draft)) return draftFrom(known);
  return holds(text, known.text) ? { text, base: known } : { text, base, other: known };
}

/** The server has another draft: from another window, another device, or because the message was sent. */
export function take(draft: Draft, known: SavedDraft): Draft {
  return known.version <= (draft.other ?? draft.base).version ? draft : beside(draft, known);
}

/** An opened draft with what a window left behind in this browser that was closed before the server had it. */
export function takeUp(known: SavedDraft, left: { text: string; version: number }): Draft {
  const draft = draftFrom(known);
  if (left.text === known.text || (left.version !== known.version && holds(known.text, left.text))) return draft;
  if (left.version === known.version) return { text: left.text, base: known };
  return beside({ text: left.text, base: { text: '', version: left.version } }, known);
}

export const keepMine = ({ text, base, other }: Draft): Draft => ({ text, base: other ?? base });
export const takeOther = ({ base, other }: Draft): Draft => draftFrom(other ?? base);

/** The message was sent: what another window has written stays to be gone on with. */
export const sent = ({ base, other }: Draft): Draft => (other ? draftFrom(other) : { text: '', base: { text: '', version: base.version } });
