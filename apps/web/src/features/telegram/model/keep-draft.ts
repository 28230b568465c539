import { ApiError } from '#lib/api-error.ts';
import { type Draft, take, isUnsaved, keepMine, type SavedDraft, savedText, sent, takeOther, takeUp } from './draft.ts';
import type { LeftDrafts } from './left-drafts.ts';

/** What is typed is saved so soon, however long one goes on typing. */
const restMs = 600;
/** The server was not reached. */
const againMs = 5000;

/** A text on its way to the server. */
interface Saving {
  text: string;
  over: Promise<void>;
}

/** No message waits longer for a draft that is being saved. */
const sendingMs = 2000;

/** Puts a text in place of version `after`, or of the text `replaces`; returns what the server has now. */
export type SaveDraft = (text: string, after: number, replaces?: string) => Promise<SavedDraft>;

export interface DraftKeeper {
  read: () => Draft;
  subscribe: (tell: () => void) => () => void;
  write: (text: string) => void;
  take: (known: SavedDraft) => void;
  keepMine: () => void;
  takeOther: () => void;
  /** Saves now. `leaving`: the page may go away, and may get no answer. */
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

/** A draft once it is heard that the server has `known`, which is `text` if it is ours. */
const afterNews = (draft: Draft, text: string, known: SavedDraft): Draft =>
  known.text === text && known.version > draft.base.version ? { ...draft, base: known } : take(draft, known);

/** A draft after an answer to the saving of `text`. */
const afterAnswer = (draft: Draft, text: string, known: SavedDraft): Draft =>
  known.text === text || known.version < draft.base.version ? { ...draft, base: known } : take(draft, known);

export const telling = (listeners: Set<() => void>) => (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Once it is done, or has taken too long for a message to wait. */
const doneOrLate = (saving: Promise<void>) => Promise.race([saving, new Promise((resolve) => setTimeout(resolve, sendingMs))]);

/** Keeps the draft of a dialog: in this browser at once, on the server within a second, and never over what another window has saved. */
export function createDraftKeeper(needs: Needs): DraftKeeper {
  const { save, left } = needs;
  const listeners = new Set<() => void>();
  let draft = opened(needs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Saving | undefined;
  /** Was sent to the server, and no answer was heard: this may be what it has. */
  let unanswered: string | undefined;
  let news: SavedDraft | undefined;
  let isSending = false;

  const mayChange = () => draft.other === undefined && !isSending;
  const mayWait = () => isUnsaved(draft) && mayChange();

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

  /** What was heard while ours was on its way. */
  const accept = (text: string) => {
    if (news) change(afterNews(draft, text, news));
    news = undefined;
  };

  /** What came back: ours, which is gone on from, or what another window has saved. */
  const settle = (text: string, known: SavedDraft) => {
    change(afterAnswer(draft, text, known));
    accept(text);
    later(restMs);
  };

  const attempt = async (own: Saving, replaces: string | undefined) => {
    const { text } = own;
    try {
      const known = await save(text, draft.base.version, replaces);
      if (saving === own) {
        saving = undefined;
        unanswered = undefined;
        settle(text, known);
        // Another one was sent behind it, whose answer says what is kept in the end.
      } else if (known.text === text && known.version > draft.base.version) change({ ...draft, base: known });
    } catch (error) {
      if (saving !== own) return;
      // It stays in this browser, and goes with the next change.
      saving = undefined;
      accept(text);
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) later(againMs);
    }
  };

  function flush(leaving = false) {
    clearTimeout(timer);
    timer = undefined;
    const text = savedText(draft.text);
    // Behind the one on its way where the page may get no answer: it takes the place of that one, and of nothing that another window saved.
    if (saving ? !(leaving && mayChange() && text !== saving.text) : !mayWait()) return;
    const replaces = unanswered;
    unanswered = text;
    saving = { text, over: Promise.resolve() };
    saving.over = attempt(saving, replaces);
  }

  later(restMs);
  return {
    read: () => draft,
    subscribe: telling(listeners),
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
      if (saving) await doneOrLate(saving.over);
      return draft.base.version;
    },
    endSending: (isSent) => {
      isSending = false;
      if (isSent) change(sent(draft));
      else later(restMs);
    },
  };
}
