import { Anchor } from '@mantine/core';
import type { EmployeeStatistics } from '@headwater/contract/companies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';

const isHttp = (address: string) => /^https?:\/\//i.test(address);

export function Address({ to }: { to: string }) {
  return isHttp(to) ? (
    <Anchor href={to} target="_blank" rel="noreferrer">
      {to.replace(/^https?:\/\//i, '')}
    </Anchor>
  ) : (
    to
  );
}

const figure = (value: number) => formatNumber(value, currentLanguage());

export function Employees({ statistics }: { statistics: EmployeeStatistics }) {
  const { t } = useTranslation('companies');
  const withInvited = (count: string, invited: number) => (invited === 0 ? count : `${count} · ${t('invited', { count: invited })}`);
  const line = ({ active, invited }: { active: number; invited: number }) => withInvited(figure(active), invited);
  /** EMP-087: invited people count towards the limit. */
  const placesOf = ({ active, invited }: { active: number; invited: number }, most: number) =>
    withInvited(t('ofMost', { count: active + invited, most: figure(most) }), invited);
  const { workers, admins, hiring_managers: managers, max_workers_with_search: cap, hm_max_count: most } = statistics;
  return (
    <FactList>
      <Fact label={t('statistics.workers')}>{line(workers)}</Fact>
      <Fact label={t('statistics.withSearch')}>
        {cap === null ? figure(workers.with_search) : t('ofMost', { count: workers.with_search, most: figure(cap) })}
      </Fact>
      <Fact label={t('statistics.admins')}>{line(admins)}</Fact>
      <Fact label={t('statistics.hiringManagers')}>{most === null ? line(managers) : placesOf(managers, most)}</Fact>
    </FactList>
  );
}
