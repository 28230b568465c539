import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import type { Mentionable } from '@headwater/contract/comments';
import { isComposing } from '#lib/is-composing.ts';
import { mentionableQuery, type CommentPlace } from '../../api/comments.ts';
import { closedAfter, mentionAt, peopleFor, withMention } from '../../model/mention.ts';
import { optionId } from './MentionList.tsx';

interface MentionsProps {
  text: string;
  onText: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
  place: CommentPlace;
}

const none: readonly Mentionable[] = [];

export function useMentions({ text, onText, area, place }: MentionsProps) {
  const listId = useId();
  /** Null without focus or with a selection. */
  const [caret, setCaret] = useState<number | null>(null);
  const [closed, setClosed] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const [moved, setMoved] = useState<{ caret: number }>();
  const query = caret === null ? undefined : mentionAt(text, caret);
  const asks = query !== undefined && query.start !== closed;
  const { data } = useQuery({ ...mentionableQuery(place), enabled: asks });
  const people = asks ? peopleFor(query.text, data?.people ?? none) : none;
  // After a space the user writes the text itself.
  const isMissing = asks && data !== undefined && people.length === 0 && /^\S+$/.test(query.text);
  const active = Math.min(chosen, people.length - 1);
  const current = people[active];

  // After the render of the changed text.
  useLayoutEffect(() => {
    if (!moved) return;
    area.current?.focus();
    area.current?.setSelectionRange(moved.caret, moved.caret);
  }, [moved, area]);

  const look = () => {
    const { selectionStart, selectionEnd } = area.current ?? { selectionStart: 0, selectionEnd: -1 };
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
  };
  const pick = ({ name }: Mentionable) => {
    if (!query || caret === null) return;
    const next = withMention(text, { query, caret, name });
    setMoved({ caret: next.caret });
    setCaret(next.caret);
    setClosed(query.start);
    onText(next.text);
  };
  const move = (by: number) => setChosen((active + by + people.length) % people.length);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => current && pick(current),
    Tab: () => current && pick(current),
    Escape: () => setClosed(query?.start),
  };
  return {
    list: { id: listId, people, active, onActive: setChosen, onPick: pick },
    nobody: isMissing ? query.text : undefined,
    attributes: current && {
      role: 'combobox' as const,
      'aria-expanded': true,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': listId,
      'aria-activedescendant': optionId(listId, current),
    },
    look,
    leave: () => setCaret(null),
    typed: (next: string) => {
      onText(next);
      look();
      setChosen(0);
      setClosed(closedAfter(closed, { before: text, after: next, caret: area.current?.selectionStart ?? 0 }));
    },
    pressed: (event: KeyboardEvent): boolean => {
      const act = keys[event.key];
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !isComposing(event.nativeEvent);
      if (!act || !current || !isPlain) return false;
      event.preventDefault();
      event.stopPropagation();
      act();
      return true;
    },
  };
}
