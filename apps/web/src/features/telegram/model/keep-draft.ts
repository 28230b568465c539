import { ApiError } from '#lib/api-error.ts';
import { type Draft, take, isUnsaved, keepMine, type SavedDraft, savedText, sent, takeOther, takeUp } from './draft.ts';
import type { LeftDrafts } from './left-drafts.ts';

/** What is typed is saved so soon, however long one goes on typing. */
const restMs = 600;
/** The server was not reached. */
const againMs = 5000;

/** Puts a text in place of version `after`; returns what the server has now. */
export type SaveDraft = (text: string, after: number) => Promise<SavedDraft>;

export interface DraftKeeper {
  read: () => Draft;
  subscribe: (tell: () => void) => () => void;
  write: (text: string) => void;
  take: (known: SavedDraft) => void;
  keepMine: () => void;
  takeOther: () => void;
  /** Saves now. `leaving`: the page goes away, and hears no answer. */
  flush: (leaving?: boolean) => void;
  /** Nothing is saved until the message is sent or refused; resolves with the version that it is written from. */
  beginSending: () => Promise<number>;
  endSending: (isSent: boolean) => void;
}

interface Needs {
  stored: SavedDraft;
  save: SaveDraft;
  left: LeftDrafts;
}

/** Opens with what windows left behind that were closed too early. Of several one is gone on with, and the next one the next time. */
function opened({ stored, left }: Needs): Draft {
  for (const each of left.all()) {
    const draft = takeUp(stored, each);
    left.keep(isUnsaved(draft) ? { text: draft.text, version: draft.base.version } : undefined);
    left.forget(each);
    if (isUnsaved(draft)) return draft;
  }
  return { text: stored.text, base: stored };
}

/** Keeps the draft of a dialog: in this browser at once, on the server within a second, and never over what another window has saved. */
export function createDraftKeeper(needs: Needs): DraftKeeper {
  const { save, left } = needs;
  const listeners = new Set<() => void>();
  let draft = opened(needs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: { after: number; over: Promise<void> } | undefined;
  let news: SavedDraft | undefined;
  let isSending = false;

  const mayWait = () => isUnsaved(draft) && draft.other === undefined && !isSending;

  const later = (ms: number) => {
    if (mayWait()) timer ??= setTimeout(() => flush(), ms);
  };

  const change = (next: Draft) => {
    if (next === draft) return;
    draft = next;
    left.keep(isUnsaved(draft) ? { text: draft.text, version: draft.base.version } : undefined);
    for (const tell of listeners) tell();
    if (!saving) later(restMs);
  };

  /** What came back: ours, which is gone on from, or what another window has saved. */
  const settle = (text: string, known: SavedDraft) => {
    saving = undefined;
    const isOurs = known.text === text || known.version < draft.base.version;
    change(isOurs ? { ...draft, base: known } : take(draft, known));
    if (news) change(take(draft, news));
    news = undefined;
    later(restMs);
  };

  const attempt = async (text: string, after: number) => {
    try {
      settle(text, await save(text, after));
    } catch (error) {
      // It stays in this browser, and goes with the next change.
      saving = undefined;
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) later(againMs);
    }
  };

  function flush(leaving = false) {
    clearTimeout(timer);
    timer = undefined;
    if (!mayWait()) return;
    const { base } = draft;
    const text = savedText(draft.text);
    // Behind the one on its way, where no answer can be waited for.
    if (saving && leaving) return void save(text, saving.after + 1).catch(() => {});
    if (!saving) saving = { after: base.version, over: attempt(text, base.version) };
  }

  later(restMs);
  return {
    read: () => draft,
    subscribe: (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    write: (text) => change({ ...draft, text }),
    take: (known) => {
      if (!saving) change(take(draft, known));
      else if (known.version > (news?.version ?? 0)) news = known;
    },
    keepMine: () => change(keepMine(draft)),
    takeOther: () => change(takeOther(draft)),
    flush,
    beginSending: async () => {
      isSending = true;
      await saving?.over;
      return draft.base.version;
    },
    endSending: (isSent) => {
      isSending = false;
      if (isSent) change(sent(draft));
      else later(restMs);
    },
  };
}
