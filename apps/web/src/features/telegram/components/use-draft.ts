import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { dialogQuery, showDialog } from '../api/dialogs.ts';

const restMs = 600;

/** A draft that the server does not have yet, in this browser: a page may be closed before it has answered. */
const unsaved = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key: string, text: string | undefined): void {
    try {
      if (text === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      // Full or closed: the server will have it in a moment.
    }
  },
};

/** Puts a draft where the person finds it again, on this device and on others. */
function useSaveDraft(id: number, key: string) {
  const client = useQueryClient();
  return async (text: string) => {
    try {
      await api.telegramDialogs.saveDraft({ id, message: text });
    } catch {
      // It stays in this browser, and goes with the next change or the next opening.
      return;
    }
    if (unsaved.read(key) === text) unsaved.write(key, undefined);
    const known = client.getQueryData(dialogQuery(id).queryKey);
    if (known) showDialog(client, { ...known, draft: text });
  };
}

/** The draft of a dialog: what was written and not sent. `stored` is what the server had when the dialog was opened. */
export function useDraft(id: number, stored: string) {
  const key = `headwater.telegram-draft.${useCurrentUser().id}.${id}`;
  const [text, setText] = useState(() => unsaved.read(key) ?? stored);
  const save = useSaveDraft(id, key);
  const latest = useRef({ text, saved: stored, save });
  useEffect(() => void (latest.current.save = save));
  const flush = () => {
    const { current } = latest;
    if (current.text === current.saved) return;
    current.saved = current.text;
    void current.save(current.text);
  };
  const saveLater = useDebouncedCallback(flush, restMs);
  // What is longer than a message stays in this browser alone.
  const write = (next: string) => {
    latest.current.text = next;
    setText(next);
    unsaved.write(key, next);
    saveLater();
  };
  const flushed = useRef(flush);
  useEffect(() => void (flushed.current = flush));
  // Left for another dialog, or opened with what only this browser had.
  useEffect(() => {
    flushed.current();
    return () => flushed.current();
  }, []);
  return {
    text,
    write,
    /** The message is sent, and the server has taken its draft away; one that was on its way behind it goes too. */
    clear: () => {
      const { current } = latest;
      current.text = '';
      setText('');
      unsaved.write(key, current.saved === '' ? undefined : '');
      flush();
    },
  };
}
