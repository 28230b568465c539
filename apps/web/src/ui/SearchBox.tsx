/**
 * Search box. Reports text after a pause, and a cleared box (Escape or the cross) immediately.
 * External changes of `value` (Back, cleared filters) replace the text, except while a response is
 * pending.
 *   <SearchBox label={t('search')} value={shown.search} onChange={(search, options) => change({ search, page: 1 }, options)} focusKey />
 */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';

const restMs = 250;

/** `replace`: continues the previous search and replaces its history entry. */
type Say = (text: string, options: { replace: boolean }) => void;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: Say;
  width?: number | string;
  max?: number;
  focusKey?: boolean;
  className?: string | undefined;
}

function useTyped(value: string, onChange: Say) {
  const [typed, setTyped] = useState(value);
  // Reported, but not yet returned as `value`; oldest first.
  const said = useRef<string[]>([]);
  const goesOn = useRef(false);
  const say = (text: string) => {
    if (text === (said.current.at(-1) ?? value)) return;
    said.current.push(text);
    onChange(text, { replace: goesOn.current });
    goesOn.current = true;
  };
  const sayLater = useDebouncedCallback(say, restMs);
  const { cancel } = sayLater;
  useEffect(() => {
    const at = said.current.indexOf(value);
    if (at >= 0) {
      said.current.splice(0, at + 1);
      return;
    }
    said.current = [];
    goesOn.current = false;
    cancel();
    setTyped(value);
    // oxlint-disable-next-line react/exhaustive-deps -- `cancel` changes at every render but behaves the same
  }, [value]);
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      sayLater(text.trim());
    },
    clear: () => {
      setTyped('');
      cancel();
      say('');
    },
    rest: () => {
      goesOn.current = false;
    },
  };
}

function FocusKey({ label, field }: { label: string; field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('ui');
  useShortcuts(useMemo(() => [{ keys: '/', label, group: t('table'), act: () => field.current?.focus() }], [label, t, field]));
  return null;
}

export function SearchBox({ label, value, onChange, width = 260, max = 255, focusKey = false, className }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const field = useRef<HTMLInputElement>(null);
  const { typed, type, clear, rest } = useTyped(value, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    if (typed === '') return void field.current?.blur();
    // Escape must not close the surrounding pane or dialog.
    event.preventDefault();
    clear();
  };
  return (
    <>
      {focusKey && <FocusKey label={label} field={field} />}
      <TextInput
        ref={field}
        className={className}
        size="xs"
        w={width}
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={max}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={typed === '' ? null : <CloseButton size="xs" aria-label={t('clear')} onClick={clear} />}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={rest}
      />
    </>
  );
}
