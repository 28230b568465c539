/**
 * Unsaved drafts in this browser, for windows that close or crash before saving. Each window has
 * its own entry.
 */
const here = crypto.randomUUID();

export interface LeftDraft {
  key: string;
  text: string;
  /** Server version that the text is based on. */
  version: number;
}

/** Storage may be full or unavailable; the server receives the text soon. */
function attempt<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

function read(key: string, value: string): LeftDraft {
  try {
    const { text, version } = JSON.parse(value) as Partial<LeftDraft>;
    if (typeof text === 'string' && typeof version === 'number') return { key, text, version };
  } catch {
    // Format without versions.
  }
  return { key, text: value, version: -1 };
}

export interface LeftDrafts {
  /** Drafts of this and other windows. */
  all: () => LeftDraft[];
  /** Stores the draft of this window; undefined removes it. */
  keep: (draft: { text: string; version: number } | undefined) => void;
  /** Removes the draft of another window, unless it has changed since. */
  forget: (left: LeftDraft) => void;
}

export function leftDrafts(userId: number, dialogId: number): LeftDrafts {
  const all = `headwater.telegram-draft.${userId}.${dialogId}`;
  const own = `${all}.${here}`;
  const find = (storage: Storage) =>
    Object.keys(storage)
      .filter((key) => key === all || key.startsWith(`${all}.`))
      .map((key) => read(key, storage.getItem(key) ?? ''));
  return {
    all: () => attempt(find) ?? [],
    keep: (draft) =>
      attempt((storage) => {
        if (draft) storage.setItem(own, JSON.stringify({ text: draft.text, version: draft.version }));
        else storage.removeItem(own);
      }),
    forget: ({ key, text }) =>
      attempt((storage) => {
        if (key !== own && read(key, storage.getItem(key) ?? '').text === text) storage.removeItem(key);
      }),
  };
}
