import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { QueryLine } from '@headwater/domain/query/query-lines';
import { locationRangeOptions, mayHaveRange } from '@headwater/domain/query/ranges';
import { canonicalTerm, type TermData } from '@headwater/domain/query/term';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ChoiceItems } from '#ui/ChoiceItems.tsx';
import { termEntryQuery } from '../../api/suggest-terms.ts';
import classes from './form.module.css';

interface RangeMenuProps {
  line: QueryLine;
  onTerms: (terms: TermData[]) => void;
}

/** SRCH-055 to SRCH-060. An excluded place gets no menu unless it has a radius. */
export function RangeMenu({ line, onTerms }: RangeMenuProps) {
  const { terms } = line;
  const [term] = terms;
  if (!term || ((term.is_excluded || line.excluded) && !term.location_range)) return null;
  return <Range term={term} count={terms.length} onTerm={(next) => onTerms([next, ...terms.slice(1)])} />;
}

function Range({ term, count, onTerm }: { term: TermData; count: number; onTerm: (term: TermData) => void }) {
  const { t } = useTranslation('search');
  const { settings } = useCurrentUser();
  const { data: meant, isPending } = useQuery(termEntryQuery({ ...term, field: 'location' }));
  const options = locationRangeOptions(settings.range_measure);
  const shown = options.find((option) => option.km === term.location_range)?.shown;
  const isCity = meant ? mayHaveRange({ isCity: meant.is_city }) : isPending;
  const problem = count > 1 ? t('range.onePlace') : isCity ? undefined : t('range.notCity');
  const words = (distance: string) => t(`range.${settings.range_measure}`, { distance });
  const disabled = problem !== undefined;
  const choices = [
    { value: '0', label: t('range.none'), disabled },
    ...options.map((option) => ({ value: String(option.km), label: words(option.shown), disabled })),
  ];
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.aside} aria-label={t('range.label')} data-quiet={shown === undefined || undefined}>
          {shown === undefined ? t('range.none') : words(shown)}
          <IconChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {problem && <Menu.Label className={classes.wrap}>{problem}</Menu.Label>}
        <ChoiceItems
          value={String(term.location_range ?? 0)}
          choices={choices}
          onChoose={(km) => onTerm(canonicalTerm({ ...term, location_range: Number(km) }))}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
