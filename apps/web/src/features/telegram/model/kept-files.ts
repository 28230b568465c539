import type { TelegramMessage, TelegramUpload } from '@headwater/contract/telegram-dialogs';
import { telling } from './keep-draft.ts';

/** A file that goes along with a message; it is uploaded as soon as it is chosen. */
export interface ChosenFile {
  key: string;
  file: File;
  upload: TelegramUpload | undefined;
}

/** The same message that is sent again after a lost answer is the same one to the server. */
interface Attempt {
  content: string;
  key: string;
}

interface Chosen {
  /** The message that is answered. */
  answered: TelegramMessage | undefined;
  files: readonly ChosenFile[];
  /** What was refused of those that were chosen last. */
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
    subscribe: telling(listeners),
    change: (next) => {
      chosen = { ...chosen, ...next(chosen) };
      for (const listener of listeners) listener();
    },
  };
}

const byDialog = new Map<string, KeptFiles>();

/**
 * What a message that is being written answers, its files, and what is being sent, for as long as the tab is open: whoever comes back to the dialog finds them, as
 * its draft.
 */
export function keptFiles(userId: number, dialogId: number): KeptFiles {
  const name = `${userId} ${dialogId}`;
  const known = byDialog.get(name) ?? keep();
  byDialog.set(name, known);
  return known;
}
