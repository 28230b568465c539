/** What the server does not have yet of drafts, in this browser: a window may be closed, or crash, before it was saved. Each window has its own. */
const here = crypto.randomUUID();

export interface LeftDraft {
  key: string;
  text: string;
  /** The version of the server's that it went on from. */
  version: number;
}

/** Storage may be full, or not given to us: the server has the text in a moment. */
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
    // From before there were versions.
  }
  return { key, text: value, version: -1 };
}

export interface LeftDrafts {
  /** Of this and of other windows. */
  all: () => LeftDraft[];
  /** Keeps what this window has; nothing to keep: undefined. */
  keep: (draft: { text: string; version: number } | undefined) => void;
  /** Takes away what another window has left, unless it has gone on meanwhile. */
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
