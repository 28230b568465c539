import { IconAlertTriangle } from '@tabler/icons-react';
import { searchMessages } from '@headwater/contract/catalogue/search';
import { useCurrentUser } from '#lib/current-user.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type Chip, chipsOf, type FilterName, wordsOf } from '../model/chips.ts';
import { readStored, type StoredSearch } from '../model/stored-search.ts';
import classes from './chips.module.css';

export function useSearchWords(
  search: StoredSearch,
  names: readonly FilterName[],
): { chips: Chip[]; words: string; problem: string | undefined } {
  const { t } = useTranslation(['saved-queries', 'search']);
  const { settings } = useCurrentUser();
  const { search: read, errors } = readStored(search);
  const [error] = [...errors.q, ...errors.f];
  const problem = error && searchMessages[error.key].text(currentLanguage(), { position: error.position + 1, ...error.parts });
  const chips = chipsOf(read, { t, unit: settings.range_measure, names });
  const words = problem ? t('chips.unreadable') : wordsOf(chips, t) || t('chips.everyone');
  return { chips, words, problem };
}

interface QueryChipsProps {
  search: StoredSearch;
  names: readonly FilterName[];
}

export function QueryChips({ search, names }: QueryChipsProps) {
  const { t } = useTranslation(['saved-queries', 'search']);
  const { chips, problem } = useSearchWords(search, names);
  if (problem) {
    return (
      <span className={classes.problem}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('saved.unreadable', { problem })}
      </span>
    );
  }
  return (
    <span className={classes.chips}>
      {chips.map((chip, index) => (
        // A search may contain the same chip twice.
        // oxlint-disable-next-line react/no-array-index-key -- chips have no identity except their position
        <ChipView key={index} chip={chip} />
      ))}
      {chips.length === 0 && <span className={classes.join}>{t('chips.everyone')}</span>}
    </span>
  );
}

function ChipView({ chip: { kind, text, label, note, isExcluded } }: { chip: Chip }) {
  if (kind === 'join') return <span className={classes.join}>{text}</span>;
  return (
    <span className={classes.chip} data-kind={kind} data-excluded={isExcluded || undefined} title={text}>
      {label && <span className={classes.label}>{label}</span>}
      <span className={classes.text}>{text}</span>
      {note && <span className={classes.label}>{note}</span>}
    </span>
  );
}
