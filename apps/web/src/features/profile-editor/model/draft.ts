import type { EditorValues } from './form.ts';

/** Unsaved input, stored in this browser until the user saves or leaves the screen. */
export interface Draft {
  values: Partial<EditorValues>;
  /** ISO 8601. */
  at: string;
  /** Id of the newest save when the user started. */
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
    // Storage is full or unavailable, so the input exists only in the page.
  }
}
