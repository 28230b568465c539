import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { useCombobox } from '@mantine/core';
import { isComposing } from '#lib/is-composing.ts';
import { isList } from '../../model/commit.ts';
import { focusResults } from '../results/focus-results.ts';

const hasOpenQuote = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1;

interface ChipKeys {
  text: string;
  combobox: ReturnType<typeof useCombobox>;
  /** The list belongs to the current text, so that Enter may use its selection. */
  isSettled: boolean;
  isPlace: boolean;
  enter: () => void;
  commit: (text: string) => void;
  removeLast: () => void;
}

export function chipKeys({ text, combobox, isSettled, isPlace, enter, commit, removeLast }: ChipKeys) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const isChoosing = combobox.dropdownOpened && isSettled && combobox.getSelectedOptionIndex() >= 0;
    const leaves = text.trim() === '' && ((event.key === 'Enter' && !isChoosing) || (event.key === 'Escape' && !combobox.dropdownOpened));
    if (leaves) {
      event.preventDefault();
      event.stopPropagation();
      // The keys of the list work outside the field.
      if (!focusResults()) event.currentTarget.blur();
    } else if (event.key === 'Enter' && !isChoosing) {
      event.preventDefault();
      enter();
    } else if (event.key === ',' && !hasOpenQuote(text)) {
      event.preventDefault();
      // A typed list: use each part as written.
      if (isPlace) enter();
      else commit(text);
    } else if (event.key === 'Backspace' && text === '') removeLast();
    else if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.preventDefault();
      event.stopPropagation();
      combobox.closeDropdown();
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!isList(pasted)) return;
    event.preventDefault();
    commit(text ? `${text} ${pasted}` : pasted);
  };
  const onBlur = () => {
    combobox.closeDropdown();
    // An incomplete place stays in the editor.
    if (text.trim() !== '' && !isPlace) commit(text);
  };
  return { onKeyDown, onPaste, onBlur };
}
