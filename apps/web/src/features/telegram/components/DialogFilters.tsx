import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#lib/current-user.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SearchBox } from '#ui/SearchBox.tsx';
import { accountsQuery } from '../api/accounts.ts';
import { creatorsQuery } from '../api/dialogs.ts';
import { dialogParams } from '../model/params.ts';
import { simName } from '../model/sim.ts';
import classes from './list.module.css';

const idOf = (value: string | null) => (value === null ? undefined : Number(value));

/** TG-002 to TG-006. The user is first among the recruiters. */
export function DialogFilters() {
  const { t } = useTranslation('telegram');
  const user = useCurrentUser();
  const { shown, change } = useScreenParams(dialogParams);
  const creators = useQuery(creatorsQuery).data?.creators ?? [];
  const cards = useQuery(accountsQuery).data?.results ?? [];
  const recruiters = creators
    .toSorted((left, right) => Number(right.id === user.id) - Number(left.id === user.id))
    .map(({ id, name }) => ({ value: String(id), label: id === user.id ? t('you', { name }) : name }));
  const select = { size: 'xs', clearable: true, searchable: true } as const;
  return (
    <div className={classes.filters}>
      <SearchBox
        label={t('search')}
        value={shown.search}
        width="100%"
        focusKey
        onChange={(search, options) => change({ search }, options)}
      />
      <SegmentedControl
        className={classes.shown}
        size="xs"
        fullWidth
        aria-label={t('shown')}
        value={shown.show ?? 'all'}
        data={[
          { value: 'all', label: t('all') },
          { value: 'unread', label: t('unread') },
          { value: 'attention', label: t('needsAttention') },
        ]}
        onChange={(value) => change({ show: value === 'unread' || value === 'attention' ? value : undefined })}
      />
      <Select
        {...select}
        aria-label={t('recruiter')}
        placeholder={t('anyRecruiter')}
        data={recruiters}
        value={shown.recruiter === undefined ? null : String(shown.recruiter)}
        onChange={(value) => change({ recruiter: idOf(value) })}
      />
      <Select
        {...select}
        aria-label={t('sim')}
        placeholder={t('anySim')}
        data={cards.map((card) => ({ value: String(card.id), label: simName(card) }))}
        value={shown.sim === undefined ? null : String(shown.sim)}
        onChange={(value) => change({ sim: idOf(value) })}
      />
    </div>
  );
}
