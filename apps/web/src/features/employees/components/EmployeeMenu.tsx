import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBuilding,
  IconDots,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { moveTargetsQuery } from '../api/employees.ts';
import { addressOf, type PeopleList } from '../model/people-list.ts';
import { rightsOver } from '../model/rights.ts';
import { useEmployeeActions } from './use-employee-actions.tsx';

const icon = { size: 16, stroke: 1.6 };

/** ROLE-026: administrators can move people only between companies that staff have linked. */
function useMoveFromOwn(place: PeopleList, mayMove: boolean): boolean {
  const { data } = useQuery({ ...moveTargetsQuery(''), enabled: mayMove && place.companyId === undefined });
  return (data?.companies.length ?? 0) > 0;
}

export type MoreItems = (person: Employee) => readonly ReactNode[];

interface EmployeeMenuProps {
  person: Employee;
  place: PeopleList;
  more: MoreItems;
  isOpen?: boolean;
}

export function EmployeeMenu({ person, place, more, isOpen = false }: EmployeeMenuProps) {
  const { t } = useTranslation('employees');
  const rights = rightsOver(asActor(useCurrentUser()), person);
  const act = useEmployeeActions();
  const movesFromOwn = useMoveFromOwn(place, rights.moves);
  const others = more(person);
  if (others.length === 0 && (isOpen ? !rights.removes : !rights.edits)) return null;
  const address = addressOf(place, person.id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actionsOf', { name: person.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isOpen && rights.edits && (
          <Menu.Item component={Link} to={address} leftSection={<IconPencil {...icon} />}>
            {t('edit')}
          </Menu.Item>
        )}
        {others}
        {rights.switches && (
          <Menu.Item leftSection={<IconArrowsExchange {...icon} />} onClick={() => void act.exchange(person)}>
            {t(person.role === 'worker' ? 'switch.admin' : 'switch.worker')}…
          </Menu.Item>
        )}
        {rights.moves && place.companyId !== undefined && (
          <Menu.Item component={Link} to={`${address}/move-to-company`} leftSection={<IconBuilding {...icon} />}>
            {t('move.action')}
          </Menu.Item>
        )}
        {rights.moves && movesFromOwn && (
          <Menu.Item leftSection={<IconBuilding {...icon} />} onClick={() => void act.move(person)}>
            {t('move.action')}…
          </Menu.Item>
        )}
        {rights.opens && person.has_second_factor && (
          <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={() => void act.resetFactors(person)}>
            {t('factors.action')}…
          </Menu.Item>
        )}
        {rights.removes && !person.is_active && (
          <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => void act.activate(person)}>
            {t(person.status === 'deleted' ? 'restore' : 'activate')}
          </Menu.Item>
        )}
        {rights.removes && person.is_active && (
          <Menu.Item leftSection={<IconUserOff {...icon} />} onClick={() => void act.deactivate(person)}>
            {t('deactivate.action')}…
          </Menu.Item>
        )}
        {rights.removes && person.status !== 'deleted' && (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void act.remove(person)}>
            {t('delete.action')}…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
