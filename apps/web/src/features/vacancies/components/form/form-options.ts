import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CandidateStatus } from '@headwater/contract/statuses';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { statusesQuery } from '../../api/statuses.ts';
import { colleaguesQuery, hiringManagersQuery } from '../../api/vacancies.ts';
import { fullName } from '../person-name.ts';

interface Option {
  id: number;
  name: string;
}

/** Active statuses, parents before substatuses. */
export const activeStatuses = (statuses: readonly CandidateStatus[]) =>
  statuses.flatMap((status) => [status, ...status.substatuses]).filter((status) => status.is_active);

const withChosen = (listed: readonly Option[], chosen: readonly Option[]): Option[] => {
  const known = new Set(listed.map(({ id }) => id));
  return [...listed, ...chosen.filter(({ id }) => !known.has(id))];
};

const named = (person: { id: number; first_name: string; last_name: string }): Option => ({ id: person.id, name: fullName(person) });

export function useFormOptions(vacancy: VacancyView | undefined) {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const colleagues = useQuery(colleaguesQuery);
  const managers = useQuery(hiringManagersQuery);
  const statuses = useQuery(statusesQuery);
  return useMemo(() => {
    if (!colleagues.data || !managers.data || !statuses.data) return undefined;
    const me = { id: user.id, name: t('me', { name: fullName(user) }) };
    const active = activeStatuses(statuses.data.statuses);
    const member = (one: VacancyView['assignees'][number]): Option =>
      one.is_former ? { id: one.id, name: t('former', { name: fullName(one) }) } : named(one);
    return {
      assignees: withChosen([me, ...colleagues.data.users.map(named)], (vacancy?.assignees ?? []).map(member)),
      granted: withChosen(managers.data.users.map(named), (vacancy?.granted_users ?? []).map(member)),
      statuses: active.map(({ id, name }) => ({ id, name })),
      defaultStatuses: active.filter(({ selected }) => selected).map(({ id }) => id),
    };
  }, [colleagues.data, managers.data, statuses.data, vacancy, user, t]);
}

export const useOptionsError = () => {
  const [colleagues, managers, statuses] = [useQuery(colleaguesQuery), useQuery(hiringManagersQuery), useQuery(statusesQuery)];
  return colleagues.error ?? managers.error ?? statuses.error;
};
