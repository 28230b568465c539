/**
 * The one box that finds while one types:
 *   <SearchBox label={t('search')} value={shown.search} onChange={(search, options) => change({ search, page: 1 }, options)} focusKey />
 * It says what was typed after a short rest, and at once where it is cleared: with Escape or the cross. What changes `value` from outside (Back,
 * Forward, cleared filters) is shown; what is typed while an answer is on its way stays.
 */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';

const restMs = 250;

/** `replace`: it goes on with what was said before, so that Back leads past all of it. */
type Say = (text: string, options: { replace: boolean }) => void;

interface SearchBoxProps {
  label: string;
  /** As the address, or whoever holds it, has it. */
  value: string;
  onChange: Say;
  width?: number | string;
  /** So much of it is read by the server. */
  max?: number;
  /** `/` leads here. */
  focusKey?: boolean;
  className?: string | undefined;
}

/** What stands in the box. */
function useTyped(value: string, onChange: Say) {
  const [typed, setTyped] = useState(value);
  // Said, and not come back as `value` yet; the oldest first.
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
    // oxlint-disable-next-line react/exhaustive-deps -- `cancel` is new at every drawing and always does the same
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
    /** What is typed after this is another search. */
    rest: () => {
      goesOn.current = false;
    },
  };
}

/** Leads to the field with `/`. */
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
    // The keys of the list work again.
    if (typed === '') return void field.current?.blur();
    // The pane or dialog that the key would close stays.
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
