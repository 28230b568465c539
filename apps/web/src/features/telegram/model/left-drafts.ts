/** One entry per window, for windows that close or crash before saving. */
const here = crypto.randomUUID();

export interface LeftDraft {
  key: string;
  text: string;
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
  all: () => LeftDraft[];
  keep: (draft: { text: string; version: number } | undefined) => void;
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
