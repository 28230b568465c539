import { Combobox } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { QueryLine } from '@headwater/domain/query/query-lines';
import type { QueryEntity, TermData } from '@headwater/domain/query/term';
import { useTranslation } from '#lib/use-translation.ts';
import type { FormField } from '../../model/lines.ts';
import { AsTypedOption, SuggestionOption } from './SuggestionOption.tsx';
import { useChipEditor } from './use-chip-editor.ts';
import { useOptionCounts } from './use-option-counts.ts';
import classes from './form.module.css';

interface ChipInputProps {
  field: FormField;
  line: QueryLine;
  label: string;
  onTerms: (terms: TermData[]) => void;
  queryOf: (line: QueryLine) => QueryEntity[];
  children: ReactNode;
}

/** SRCH-046 to SRCH-054, SUGG-004 to SUGG-007. */
export function ChipInput({ field, line, label, onTerms, queryOf, children }: ChipInputProps) {
  const { t } = useTranslation('search');
  const errorId = useId();
  const { text, options, mayTakeText, combobox, isWrong, onOption, input, onChange } = useChipEditor(line, onTerms);
  const counts = useOptionCounts({ options, line, text, queryOf });
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={onOption}
      position="bottom-start"
      offset={4}
      shadow="md"
      width="max-content"
      middlewares={{ shift: true, flip: true }}
    >
      <Combobox.DropdownTarget>
        <div className={classes.box} data-invalid={isWrong || undefined}>
          {children}
          <Combobox.EventsTarget>
            <input
              className={classes.input}
              value={text}
              aria-label={label}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? errorId : undefined}
              placeholder={line.terms.length === 0 ? t(`placeholders.${field}`) : ''}
              autoComplete="off"
              spellCheck={false}
              data-search-field={field}
              onChange={(event) => onChange(event.currentTarget.value)}
              onFocus={() => text !== '' && combobox.openDropdown()}
              {...input}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      {isWrong && (
        <p id={errorId} className={classes.error} role="alert">
          {t('operatorAsTerm')}
        </p>
      )}
      <Combobox.Dropdown hidden={options.length === 0} className={classes.dropdown}>
        <Combobox.Options aria-label={t('suggestions', { field: label })}>
          {options.map((option, at) => (
            <SuggestionOption key={option.id} option={option} text={text} count={counts[at]} />
          ))}
          {mayTakeText && <AsTypedOption text={text} />}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
