import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Suggestion } from '@headwater/contract/search';
import { shownField } from '@headwater/domain/query/fields';
import { lineHasError, type QueryLine } from '@headwater/domain/query/query-lines';
import { asksSuggestions } from '@headwater/domain/query/paste';
import { keepsId, suggestedTerm } from '@headwater/domain/query/suggested-term';
import { excludedWords } from '@headwater/domain/query/signs';
import type { TermData } from '@headwater/domain/query/term';
import { suggestionsQuery } from '../../api/suggest-terms.ts';
import { bestSuggestion, isLiteral, dropEmptySuggestions } from '../../model/best-suggestion.ts';
import { addTerms, commitText } from '../../model/commit.ts';
import { chipGroups, replaceGroup } from '../../model/lines.ts';
import { chipKeys } from './chip-keys.ts';

/** SUGG-005. */
const debounce = 250;
export const asTyped = 'as-typed';

const wordsOf = (text: string) => (excludedWords(text) ?? text).replace(/^"/, '');
const hasSuggestions = (text: string) => asksSuggestions(text, false) && asksSuggestions(wordsOf(text), false);

function newSuggestions(found: readonly Suggestion[], line: QueryLine): Suggestion[] {
  const chosen = new Set(line.terms.map((term) => term.text.toLowerCase()));
  return dropEmptySuggestions(found).filter((option) => !chosen.has(option.name.toLowerCase()) || keepsId(line));
}

/** Term of a suggestion, in the spelling of the reference list. A typed minus excludes it. */
export function chosenTerm(option: Suggestion, field: TermData['field'], typed: string): TermData {
  const term = suggestedTerm(option, field);
  return excludedWords(typed) !== undefined ? { ...term, is_excluded: true } : term;
}

export function useChipEditor(line: QueryLine, onTerms: (terms: TermData[]) => void) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, debounce);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data = [], isPlaceholderData } = useQuery(suggestionsQuery(wordsOf(searched), line.field));
  const options = hasSuggestions(text) ? newSuggestions(data, line) : [];
  const isSettled = text === searched && !isPlaceholderData;
  // Mark a bare operator only after blur: it may become 'Oracle' or 'Android'.
  const [left, setLeft] = useState('');
  const isWrong = left !== '' && left === text && lineHasError({ ...line, text });
  const isPlace = shownField(line.field) === 'location';
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });

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
  // A place must be a suggestion; typed text is not a term.
  const bestOf = (found: readonly Suggestion[]) => bestSuggestion(found, text) ?? (isPlace ? found[0] : undefined);
  const best = isSettled ? options.findIndex((option) => option === bestOf(options)) : -1;
  const { selectOption } = combobox;
  useEffect(() => {
    if (best >= 0) selectOption(best);
    // oxlint-disable-next-line react/exhaustive-deps -- once per list: the user may have moved the selection
  }, [best, data, isSettled]);
  /** Waits for suggestions, so that fast typing has the same result. */
  const enter = async () => {
    if (!hasSuggestions(text) || isLiteral(text)) return commit(text);
    const found = await client.fetchQuery(suggestionsQuery(wordsOf(text), line.field)).catch(() => []);
    if (latest.current !== text) return undefined;
    const option = bestOf(newSuggestions(found, line));
    return option ? take(option) : commit(text);
  };
  const removeLast = () => {
    const last = chipGroups(line.terms).at(-1);
    if (last && !last.main.is_read_only) onTerms(replaceGroup(line.terms, last, []));
  };
  const input = chipKeys({ text, combobox, isSettled, isPlace, enter: () => void enter(), commit, removeLast });
  const onChange = (typed: string) => {
    setText(typed);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const onOption = (id: string) => {
    const option = options.find((one) => one.id === id);
    if (option) take(option);
    else if (id === asTyped) commit(text);
  };
  return {
    text,
    options,
    mayTakeText: !isPlace && options.length > 0,
    combobox,
    isWrong,
    onOption,
    input,
    onChange,
  };
}
