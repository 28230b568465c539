import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

/** How long a message shows that it was led to. */
const markedMs = 1600;

interface Jumping {
  messages: readonly TelegramMessage[] | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Reads on where there is more; undefined where there is not. */
  loadOlder: (() => void) | undefined;
  loadNewer: (() => void) | undefined;
  /** Something is being read, or could not be. */
  mayLoad: boolean;
  isBusy: boolean;
}

function showLine(box: HTMLElement | null, id: number): boolean {
  const line = box?.querySelector<HTMLElement>(`[data-line="${id}"]`);
  if (!box || !line) return false;
  const [place, frame] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += place.top - frame.top - Math.max(0, (frame.height - place.height) / 2);
  return true;
}

/** Where the message is to be looked for next: below what is known where it is newer than that. */
function wayTo(target: number, { messages = [], loadOlder, loadNewer }: Pick<Jumping, 'messages' | 'loadOlder' | 'loadNewer'>) {
  const isBelow = messages.every(({ message_id: id }) => id < target);
  return isBelow ? (loadNewer ?? loadOlder) : (loadOlder ?? loadNewer);
}

/** Leads to a message, however far away it stands: pages are read until it is there. Answers which one is marked, how to go to one, and how to give up. */
export function useJump({ messages, scroller, loadOlder, loadNewer, mayLoad, isBusy }: Jumping) {
  const { t } = useTranslation('telegram');
  const [target, setTarget] = useState<number>();
  const [marked, setMarked] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (target === undefined || !messages) return undefined;
    const go = () => {
      if (messages.some(({ message_id: id }) => id === target)) {
        if (!showLine(scroller.current, target)) return;
        setTarget(undefined);
        setMarked(target);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setMarked(undefined), markedMs);
        return;
      }
      const load = wayTo(target, { messages, loadOlder, loadNewer });
      if (load && mayLoad) load();
      else if (!load && !isBusy) {
        setTarget(undefined);
        showSnackbar({ message: t('messageGone'), key: 'telegram-message-gone' });
      }
    };
    // Once the lines that were read have their places.
    const frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [target, messages, scroller, mayLoad, isBusy, loadOlder, loadNewer, t]);
  return { marked, jump: useCallback((id: number) => setTarget(id), []), stop: useCallback(() => setTarget(undefined), []) };
}
