import { Combobox } from '@mantine/core';
import type { Suggestion } from '@headwater/contract/search';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { asTyped } from './use-chip-editor.ts';
import classes from './form.module.css';

interface SuggestionOptionProps {
  option: Suggestion;
  text: string;
  count: number | undefined;
}

export function SuggestionOption({ option, text, count }: SuggestionOptionProps) {
  const { t } = useTranslation('search');
  const typed = text.trim().replace(/^-?"?/, '').toLowerCase();
  const at = option.name.toLowerCase().indexOf(typed);
  const isOther = at < 0 && option.suggested_word !== option.name;
  const note = [isOther ? option.suggested_word : null, option.place].filter(Boolean).join(' · ');
  const shown = count === undefined ? '' : formatNumber(count, currentLanguage());
  return (
    <Combobox.Option value={option.id} className={classes.option} data-nobody={count === 0 || undefined}>
      <span className={classes.optionName}>
        {at < 0 || typed === '' ? (
          option.name
        ) : (
          <>
            {option.name.slice(0, at)}
            <mark className={classes.match}>{option.name.slice(at, at + typed.length)}</mark>
            {option.name.slice(at + typed.length)}
          </>
        )}
      </span>
      {note && <span className={classes.optionNote}>{note}</span>}
      <span className={classes.optionCount} data-count={count} title={count === undefined ? undefined : t('people', { count, shown })}>
        {shown}
      </span>
    </Combobox.Option>
  );
}

export function AsTypedOption({ text }: { text: string }) {
  const { t } = useTranslation('search');
  return (
    <Combobox.Option value={asTyped} className={classes.option} data-as-typed>
      <span className={classes.optionText}>{t('asTyped', { text: text.trim() })}</span>
    </Combobox.Option>
  );
}
