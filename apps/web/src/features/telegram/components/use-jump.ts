import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

/** How long a message shows that it was led to. */
const markedMs = 1600;

interface Jumping {
  messages: readonly TelegramMessage[] | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Older messages can be read, and are not being read. */
  mayLoad: boolean;
  isWholeAbove: boolean;
  loadOlder: () => void;
}

function showLine(box: HTMLElement | null, id: number): boolean {
  const line = box?.querySelector<HTMLElement>(`[data-line="${id}"]`);
  if (!box || !line) return false;
  const [place, frame] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += place.top - frame.top - Math.max(0, (frame.height - place.height) / 2);
  return true;
}

/** Leads to a message, however far up it stands: older pages are read until it is there. Answers which one is marked, and how to go to one. */
export function useJump({ messages, scroller, mayLoad, isWholeAbove, loadOlder }: Jumping) {
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
      } else if (mayLoad) loadOlder();
      else if (isWholeAbove) {
        setTarget(undefined);
        showSnackbar({ message: t('messageGone'), key: 'telegram-message-gone' });
      }
    };
    // Once the lines that were read have their places.
    const frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [target, messages, scroller, mayLoad, isWholeAbove, loadOlder, t]);
  return { marked, jump: useCallback((id: number) => setTarget(id), []) };
}
