import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

const markedMs = 1600;

interface Jumping {
  messages: readonly TelegramMessage[] | undefined;
  scroller: RefObject<HTMLElement | null>;
  older: Loader | undefined;
  newer: Loader | undefined;
  isBusy: boolean;
}

interface Loader {
  load: () => void;
  failed: boolean;
}

function showLine(box: HTMLElement | null, id: number): boolean {
  const line = box?.querySelector<HTMLElement>(`[data-line="${id}"]`);
  if (!box || !line) return false;
  const [place, frame] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += place.top - frame.top - Math.max(0, (frame.height - place.height) / 2);
  return true;
}

export function useLoader({ hasMore, failed, load }: Loader & { hasMore: boolean }): Loader | undefined {
  return useMemo(() => (hasMore ? { failed, load } : undefined), [hasMore, failed, load]);
}

/** Direction to load for a message: older if it precedes all loaded ones. */
function loaderTowards(target: number, { messages = [], older, newer }: Pick<Jumping, 'messages' | 'older' | 'newer'>): Loader | undefined {
  const isAbove = messages.every(({ message_id: id }) => id > target);
  return isAbove ? (older ?? newer) : (newer ?? older);
}

/** Loads pages until the message is found. */
export function useJump({ messages, scroller, older, newer, isBusy }: Jumping) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  const [target, setTarget] = useState<{ id: number }>();
  const [marked, setMarked] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Target of the last load; a new target retries failed loads. */
  const tried = useRef<object>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (target === undefined || messages === undefined) return undefined;
    const end = (message?: string) => {
      setTarget(undefined);
      if (message !== undefined) showSnackbar({ message, key: 'telegram-jump' });
    };
    const go = () => {
      if (showLine(scroller.current, target.id)) {
        end();
        setMarked(target.id);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setMarked(undefined), markedMs);
        return;
      }
      if (isBusy) return;
      const way = loaderTowards(target.id, { messages, older, newer });
      if (!way) return end(t('messageGone'));
      if (way.failed && tried.current === target) return end(ui('loadFailed'));
      tried.current = target;
      way.load();
    };
    // After the loaded lines are laid out.
    const frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [target, messages, scroller, isBusy, older, newer, t, ui]);
  return { marked, jump: useCallback((id: number) => setTarget({ id }), []), stop: useCallback(() => setTarget(undefined), []) };
}
