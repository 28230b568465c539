import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { suggestionsQuery } from '../../api/suggest-terms.ts';
import { caretTerm, replaceCaretTerm } from '../../model/caret-term.ts';

interface CaretSuggestions {
  text: string;
  onText: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** SUGG-007: no minimum length. */
export function useCaretSuggestions({ text, onText, area }: CaretSuggestions) {
  const [caret, setCaret] = useState(0);
  const term = caretTerm(text.slice(0, caret));
  const [searched] = useDebouncedValue(term?.text ?? '', 250);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data = [] } = useQuery(suggestionsQuery(searched, term?.field ?? 'skill', true));
  const options = term ? data : [];
  const choose = (id: string) => {
    const option = options.find((one) => one.id === id);
    if (!option || !term) return;
    const next = replaceCaretTerm(text, { caret, term, name: option.name });
    onText(next.text);
    setCaret(next.caret);
    combobox.closeDropdown();
    requestAnimationFrame(() => area.current?.setSelectionRange(next.caret, next.caret));
  };
  const typed = (place: number) => {
    setCaret(place);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const isChoosing = () => combobox.dropdownOpened && options.length > 0 && combobox.getSelectedOptionIndex() >= 0;
  return { combobox, options, term, choose, typed, isChoosing };
}
