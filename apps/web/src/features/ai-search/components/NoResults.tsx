import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserSearch } from '@tabler/icons-react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import { withoutEachQuery } from '../api/without-each.ts';
import { chipsOf, type Conditions, withoutChip } from '../model/chips.ts';
import { useChipLabel } from './use-chip-label.ts';
import classes from './results.module.css';

const most = 8;

interface NoResultsProps {
  conditions: Conditions;
  folderId: number | null;
  onChange: (conditions: Conditions) => void;
}

export function NoResults({ conditions, folderId, onChange }: NoResultsProps) {
  const { t } = useTranslation('ai-search');
  const labelOf = useChipLabel();
  const ways = chipsOf(conditions).map((chip) => ({ label: labelOf(chip), conditions: withoutChip(conditions, chip) }));
  const { data, isPending } = useQuery(
    withoutEachQuery(
      ways.map((way) => way.conditions),
      folderId,
    ),
  );
  const counted = ways
    .map((way, at) => ({ ...way, count: data?.[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, most);
  const text = () => {
    if (isPending && ways.length > 0) return t('nobodyCounting');
    return t(counted.length > 0 ? 'nobodyWays' : 'nobodyText');
  };
  return (
    <EmptyState
      icon={<IconUserSearch size={24} stroke={1.5} />}
      title={t('nobody')}
      text={<span aria-live="polite">{text()}</span>}
      action={
        counted.length > 0 && (
          <ul className={classes.ways}>
            {counted.map(({ label, count, conditions: next }, at) => (
              <li key={label}>
                <Button
                  fullWidth
                  justify="space-between"
                  variant={at === 0 ? 'light' : 'default'}
                  rightSection={
                    <span data-count={count}>{t('nobodyPeople', { count, shown: formatNumber(count, currentLanguage()) })}</span>
                  }
                  onClick={() => onChange(next)}
                >
                  {t('without', { label })}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
