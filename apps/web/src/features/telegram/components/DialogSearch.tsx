import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import { matchesQuery } from '../api/messages.ts';
import classes from './conversation.module.css';

interface DialogSearchProps {
  dialogId: number;
  onOpen: (messageId: number) => void;
  onStop: () => void;
  onEnd: () => void;
}

function useMatches(dialogId: number, search: string, onOpen: (messageId: number) => void) {
  const query = useQuery({ ...matchesQuery(dialogId, search), enabled: search !== '', placeholderData: keepPreviousData });
  const ids = search === '' || query.isPlaceholderData ? undefined : query.data?.message_ids;
  const [place, setPlace] = useState({ search, at: 0 });
  const at = place.search === search ? place.at : 0;
  const led = useRef('');
  useEffect(() => {
    if (ids === undefined || led.current === search) return;
    led.current = search;
    const [first] = ids;
    if (first !== undefined) onOpen(first);
  }, [ids, search, onOpen]);
  const go = (step: number) => {
    const next = ids && ids.length > 0 ? (at + step + ids.length) % ids.length : undefined;
    const id = next === undefined ? undefined : ids?.[next];
    if (next === undefined || id === undefined) return;
    setPlace({ search, at: next });
    onOpen(id);
  };
  return { query, at, go, count: search === '' ? undefined : query.data?.count, isKnown: ids !== undefined };
}

const shownNumber = (value: number) => formatNumber(value, currentLanguage());

export function DialogSearch({ dialogId, onOpen, onStop, onEnd }: DialogSearchProps) {
  const { t } = useTranslation('telegram');
  const [search, setSearch] = useState('');
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const { query, at, go, count, isKnown } = useMatches(dialogId, search, onOpen);
  const change = (words: string) => {
    onStop();
    setSearch(words);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.defaultPrevented) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
    if (event.key !== 'Escape') return;
    // Escape closes the search, not the dialog.
    event.preventDefault();
    event.stopPropagation();
    onEnd();
  };
  const isNothing = count === undefined || count === 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- handles keys of the field and buttons inside
    <search ref={box} className={classes.search} aria-label={t('searchDialog')} onKeyDown={onKeyDown}>
      <SearchBox label={t('searchDialog')} value={search} onChange={change} width="100%" />
      <output className={classes.matches}>
        {query.isError && query.error.message}
        {count === 0 && isKnown && t('noMatches')}
        {count !== undefined && count > 0 && t('matchOf', { at: shownNumber(at + 1), of: shownNumber(count) })}
      </output>
      <ActionIcon aria-label={t('olderMatch')} title={t('olderMatch')} disabled={isNothing} onClick={() => go(1)}>
        <IconChevronUp size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label={t('newerMatch')} title={t('newerMatch')} disabled={isNothing} onClick={() => go(-1)}>
        <IconChevronDown size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label={t('endSearch')} onClick={onEnd}>
        <IconX size={16} />
      </ActionIcon>
    </search>
  );
}
