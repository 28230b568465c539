import { ApiError } from '#lib/api-error.ts';
import { type Draft, take, isUnsaved, keepMine, type SavedDraft, savedText, sent, takeOther, restoreUnsaved } from './draft.ts';
import type { LeftDrafts } from './left-drafts.ts';

/** Delay from the first unsaved key to the save, in ms. */
const saveDelayMs = 600;
/** Retry delay while the server is unreachable, in ms. */
const retryDelayMs = 5000;

interface Saving {
  text: string;
  over: Promise<void>;
}

/** Longest delay of a message by a pending save, in ms. */
const maxSendDelayMs = 2000;

/** Replaces version `after`, or the text `replaces`; returns the server's draft. */
type SaveDraft = (text: string, after: number, replaces?: string) => Promise<SavedDraft>;

export interface DraftKeeper {
  read: () => Draft;
  subscribe: (tell: () => void) => () => void;
  write: (text: string) => void;
  take: (known: SavedDraft) => void;
  keepMine: () => void;
  takeOther: () => void;
  /** Saves now. `leaving`: the page may be unloading and receive no response. */
  flush: (leaving?: boolean) => void;
  /** Suspends saving until the message is sent or refused; resolves with its draft version. */
  beginSending: () => Promise<number>;
  endSending: (isSent: boolean) => void;
}

interface Needs {
  stored: SavedDraft;
  save: SaveDraft;
  left: LeftDrafts;
}

/** With several drafts of closed windows, the others stay for later. */
function restoreDraft({ stored, left }: Needs): Draft {
  for (const each of left.all()) {
    const draft = restoreUnsaved(stored, each);
    left.keep(isUnsaved(draft) ? { text: draft.text, version: draft.base.version } : undefined);
    left.forget(each);
    if (isUnsaved(draft)) return draft;
  }
  return { text: stored.text, base: stored };
}

const applyEvent = (draft: Draft, text: string, known: SavedDraft): Draft =>
  known.text === text && known.version > draft.base.version ? { ...draft, base: known } : take(draft, known);

const applyResponse = (draft: Draft, text: string, known: SavedDraft): Draft =>
  known.text === text || known.version < draft.base.version ? { ...draft, base: known } : take(draft, known);

export const subscribeTo = (listeners: Set<() => void>) => (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

const settledOrTimeout = (saving: Promise<void>) => Promise.race([saving, new Promise((resolve) => setTimeout(resolve, maxSendDelayMs))]);

/** Saves in this browser immediately and on the server within a second. */
export function createDraftKeeper(needs: Needs): DraftKeeper {
  const { save, left } = needs;
  const listeners = new Set<() => void>();
  let draft = restoreDraft(needs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Saving | undefined;
  /** Sent without a response, so the server may have this text. */
  let unanswered: string | undefined;
  let pendingEvent: SavedDraft | undefined;
  let isSending = false;

  const mayChange = () => draft.other === undefined && !isSending;
  const mayWait = () => isUnsaved(draft) && mayChange();

  const scheduleFlush = (ms: number) => {
    if (mayWait()) timer ??= setTimeout(() => flush(), ms);
  };

  const change = (next: Draft) => {
    if (next === draft) return;
    draft = next;
    left.keep(isUnsaved(draft) ? { text: draft.text, version: draft.base.version } : undefined);
    for (const tell of listeners) tell();
    if (!saving) scheduleFlush(saveDelayMs);
  };

  const applyPendingEvent = (text: string) => {
    if (pendingEvent) change(applyEvent(draft, text, pendingEvent));
    pendingEvent = undefined;
  };

  const settle = (text: string, known: SavedDraft) => {
    change(applyResponse(draft, text, known));
    applyPendingEvent(text);
    scheduleFlush(saveDelayMs);
  };

  const attempt = async (own: Saving, replaces: string | undefined) => {
    const { text } = own;
    try {
      const known = await save(text, draft.base.version, replaces);
      if (saving === own) {
        saving = undefined;
        unanswered = undefined;
        settle(text, known);
        // A later save is pending; its response determines the draft.
      } else if (known.text === text && known.version > draft.base.version) change({ ...draft, base: known });
    } catch (error) {
      if (saving !== own) return;
      // The browser keeps the text; the next change saves it again.
      saving = undefined;
      applyPendingEvent(text);
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) scheduleFlush(retryDelayMs);
    }
  };

  function flush(leaving = false) {
    clearTimeout(timer);
    timer = undefined;
    const text = savedText(draft.text);
    // On unload the second save replaces only the pending one, never the text of another window.
    if (saving ? !(leaving && mayChange() && text !== saving.text) : !mayWait()) return;
    const replaces = unanswered;
    unanswered = text;
    saving = { text, over: Promise.resolve() };
    saving.over = attempt(saving, replaces);
  }

  scheduleFlush(saveDelayMs);
  return {
    read: () => draft,
    subscribe: subscribeTo(listeners),
    write: (text) => change({ ...draft, text }),
    take: (known) => {
      if (!saving) change(take(draft, known));
      else if (known.version > (pendingEvent?.version ?? 0)) pendingEvent = known;
    },
    keepMine: () => change(keepMine(draft)),
    takeOther: () => change(takeOther(draft)),
    flush,
    beginSending: async () => {
      isSending = true;
      if (saving) await settledOrTimeout(saving.over);
      return draft.base.version;
    },
    endSending: (isSent) => {
      isSending = false;
      if (isSent) change(sent(draft));
      else scheduleFlush(saveDelayMs);
    },
  };
}
