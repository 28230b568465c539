import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import type { Suggestion } from '@headwater/contract/search';
import { shownField } from '@headwater/domain/query/fields';
import { lineHasError, type QueryLine } from '@headwater/domain/query/form';
import { asksSuggestions } from '@headwater/domain/query/paste';
import type { TermData } from '@headwater/domain/query/term';
import { suggestionsQuery } from '../../api/suggest-terms.ts';
import { addTerms, commitText, isList } from '../../model/commit.ts';
import { chipGroups, keepsId, replaceGroup } from '../../model/lines.ts';

/** SUGG-005. */
const debounce = 250;

const hasOpenQuote = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1;

/** What is offered for the text, without what the line holds already. */
function useOptions({ text, asked, line }: { text: string; asked: string; line: QueryLine }): Suggestion[] {
  const plain = asked.replace(/^-?"?/, '');
  const { data = [] } = useQuery(suggestionsQuery(plain, line.field));
  const held = new Set(line.terms.map((term) => term.text.toLowerCase()));
  const isAsked = asksSuggestions(text, false) && asksSuggestions(plain, false);
  return isAsked ? data.filter((option) => !held.has(option.name.toLowerCase()) || keepsId(line)) : [];
}

/** The chip of a suggestion. A minus typed in front of it excludes; the spelling is that of the reference list. */
function chosenTerm(option: Suggestion, field: TermData['field'], typed: string): TermData {
  const term: TermData = { field, text: option.name };
  if (typed.trimStart().startsWith('-')) term.is_excluded = true;
  if (keepsId(term)) term.suggestion_id = option.id;
  return term;
}

/** What is being typed in a line of the form, what is offered for it, and how it becomes chips. */
export function useChipEditor(line: QueryLine, onTerms: (terms: TermData[]) => void) {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, debounce);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const options = useOptions({ text, asked, line });
  // A bare operator that is still being typed is no mistake yet: it may become 'Oracle' or 'Android'.
  const [left, setLeft] = useState('');
  const isWrong = left !== '' && left === text && lineHasError({ ...line, text });
  const isPlace = shownField(line.field) === 'location';

  const commit = (typed: string) => {
    const made = commitText(typed, line.field);
    setText(made.left);
    setLeft(made.left);
    combobox.closeDropdown();
    if (made.terms.length > 0) onTerms(addTerms(line.terms, made.terms));
  };
  const take = (option: Suggestion) => {
    setText('');
    combobox.closeDropdown();
    onTerms(addTerms(line.terms, [chosenTerm(option, line.field, text)]));
  };
  /** A place is one of the list; what is typed is only on the way to it. */
  const enter = () => {
    const [first] = options;
    if (isPlace && first && text === asked) take(first);
    else commit(text);
  };
  const removeLast = () => {
    const last = chipGroups(line.terms).at(-1);
    if (last && !last.main.is_read_only) onTerms(replaceGroup(line.terms, last, []));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isChoosing = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
    if (event.key === 'Enter' && !isChoosing) {
      event.preventDefault();
      enter();
    } else if (event.key === ',' && !hasOpenQuote(text)) {
      event.preventDefault();
      enter();
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
  const onChange = (typed: string) => {
    setText(typed);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const onBlur = () => {
    combobox.closeDropdown();
    // Half a place means nothing: it waits in the editor.
    if (text.trim() !== '' && !isPlace) commit(text);
  };
  const onOption = (id: string) => {
    const option = options.find((one) => one.id === id);
    if (option) take(option);
  };
  return { text, options, combobox, isWrong, onOption, input: { onKeyDown, onPaste, onBlur }, onChange };
}
