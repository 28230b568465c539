import type { EditorValues } from './form.ts';

/** What somebody has typed and not saved, kept by this browser until it is saved or left. */
export interface Draft {
  /** The fields that were changed. */
  values: Partial<EditorValues>;
  /** When it was typed, ISO 8601. */
  at: string;
  /** The newest save that the writer knew of. */
  after: number;
}

const nameOf = (key: string) => `headwater.profile-draft.${key}`;

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null') as Draft | null;
    return draft && typeof draft.values === 'object' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(nameOf(key), JSON.stringify(draft));
    else localStorage.removeItem(nameOf(key));
  } catch {
    // Storage full or closed: what is typed is safe until the page is left.
  }
}
