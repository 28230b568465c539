import { Combobox } from '@mantine/core';
import type { Suggestion } from '@headwater/contract/search';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import classes from './form.module.css';

/** One suggestion: its name, beside it the spelling that matched where that is another one, and where a place lies. */
export function SuggestionOption({ option, text }: { option: Suggestion; text: string }) {
  const typed = text.trim().replace(/^-?"?/, '').toLowerCase();
  const at = option.name.toLowerCase().indexOf(typed);
  const isOther = at < 0 && option.suggested_word !== option.name;
  const note = [isOther ? option.suggested_word : null, option.place].filter(Boolean).join(' · ');
  return (
    <Combobox.Option value={option.id} className={classes.option}>
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
      {option.count !== null && <span className={classes.optionCount}>{formatNumber(option.count, currentLanguage())}</span>}
    </Combobox.Option>
  );
}
