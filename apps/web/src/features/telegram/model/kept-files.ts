import type { TelegramMessage, TelegramUpload } from '@headwater/contract/telegram-dialogs';
import { subscribeTo } from './keep-draft.ts';

export interface ChosenFile {
  key: string;
  file: File;
  upload: TelegramUpload | undefined;
}

/** Idempotency key: a resend after a lost response is the same message to the server. */
interface Attempt {
  content: string;
  key: string;
}

interface Chosen {
  answered: TelegramMessage | undefined;
  files: readonly ChosenFile[];
  problems: readonly string[];
  attempt: Attempt;
  isSending: boolean;
}

export interface KeptFiles {
  read: () => Chosen;
  subscribe: (listener: () => void) => () => void;
  change: (next: (known: Chosen) => Partial<Chosen>) => void;
}

function keep(): KeptFiles {
  let chosen: Chosen = { answered: undefined, files: [], problems: [], attempt: { content: '', key: '' }, isSending: false };
  const listeners = new Set<() => void>();
  return {
    read: () => chosen,
    subscribe: subscribeTo(listeners),
    change: (next) => {
      chosen = { ...chosen, ...next(chosen) };
      for (const listener of listeners) listener();
    },
  };
}

const byDialog = new Map<string, KeptFiles>();

/** Reply, files and sending state of a dialog's composer, kept while the tab is open. */
export function keptFiles(userId: number, dialogId: number): KeptFiles {
  const name = `${userId} ${dialogId}`;
  const known = byDialog.get(name) ?? keep();
  byDialog.set(name, known);
  return known;
}
