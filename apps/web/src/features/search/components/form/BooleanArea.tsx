import { Combobox } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { QueryError } from '@headwater/domain/query/errors';
import { isComposing } from '#lib/is-composing.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorMarks } from './ErrorMarks.tsx';
import { SuggestionOption } from './SuggestionOption.tsx';
import { useCaretSuggestions } from './use-caret-suggestions.ts';
import classes from './boolean.module.css';
import form from './form.module.css';

interface BooleanAreaProps {
  text: string;
  onText: (text: string) => void;
  errors: readonly QueryError[];
  onSearch: () => void;
  area: RefObject<HTMLTextAreaElement | null>;
  helpId: string;
}

const lineLength = 110;
const rowsOf = (text: string) => Math.min(6, 1 + Math.max(text.split('\n').length, Math.ceil(text.length / lineLength)));

export function BooleanArea({ text, onText, errors, onSearch, area, helpId }: BooleanAreaProps) {
  const { t } = useTranslation('search');
  const { t: words } = useTranslation('boolean');
  const [scroll, setScroll] = useState(0);
  const { combobox, options, term, choose, typed, isChoosing } = useCaretSuggestions({ text, onText, area });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.preventDefault();
      event.stopPropagation();
      combobox.closeDropdown();
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || isChoosing()) return;
    event.preventDefault();
    combobox.closeDropdown();
    onSearch();
  };
  return (
    <div className={classes.field}>
      <ErrorMarks text={text} errors={errors} scroll={scroll} />
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        position="bottom-start"
        offset={2}
        shadow="md"
        width="max-content"
        middlewares={{ shift: true, flip: true }}
      >
        <Combobox.Target withAriaAttributes={false}>
          <textarea
            ref={area}
            className={classes.area}
            data-search-field="boolean"
            rows={rowsOf(text)}
            value={text}
            spellCheck={false}
            aria-label={words('label')}
            aria-describedby={helpId}
            aria-invalid={errors.length > 0 || undefined}
            placeholder={words('placeholder')}
            onChange={(event) => {
              onText(event.currentTarget.value);
              typed(event.currentTarget.selectionStart);
            }}
            onBlur={() => combobox.closeDropdown()}
            onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={options.length === 0} className={form.dropdown}>
          <Combobox.Options aria-label={t('suggestions', { field: words('label') })}>
            {options.map((option) => (
              <SuggestionOption key={option.id} option={option} text={term?.text ?? ''} count={option.count ?? undefined} />
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}
