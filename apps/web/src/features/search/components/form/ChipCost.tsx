import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { TermData } from '@headwater/domain/query/term';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { chipCountsQuery, mostChips } from '../../api/chip-counts.ts';
import { chipNumbers, placeOfChip } from '../../model/chip-numbers.ts';
import { SearchInputContext } from './search-input-context.ts';
import classes from './chip.module.css';

/** Number of people without this chip. One call counts all chips of the form. */
export function ChipCost({ terms }: { terms: readonly TermData[] }) {
  const { t } = useTranslation('search');
  const context = use(SearchInputContext);
  const chips = context ? chipNumbers(context.query) : [];
  const place = placeOfChip(chips, terms);
  const groups = place < mostChips ? chips : chips.slice(place, place + 1);
  const at = place < mostChips ? place : 0;
  const request = { q: '', f: '', folderId: null, ...context?.search };
  const numbers = groups.map((chip) => chip.numbers);
  const { data, error } = useQuery({ ...chipCountsQuery(request, numbers), enabled: place >= 0 });
  const without = data?.without[at];
  if (error) return t('chip.notCounted');
  if (data === undefined || without === undefined) return t('chip.counting');
  const language = currentLanguage();
  const change = without - data.count;
  const signed = new Intl.NumberFormat(language, { signDisplay: 'always' }).format(change);
  return (
    <span data-without={without}>
      {t('chip.without', { shown: formatNumber(without, language) })}{' '}
      <span className={classes.change}>{change === 0 ? `(${t('chip.same')})` : `(${signed})`}</span>
    </span>
  );
}
