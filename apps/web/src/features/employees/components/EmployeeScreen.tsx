import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState, NoAccess } from '#ui/states.tsx';
import { employeeQuery } from '../api/employees.ts';
import { baseOf, type PeopleList } from '../model/people-list.ts';
import { rightsOver } from '../model/rights.ts';
import { EmployeeForm } from './EmployeeForm.tsx';
import { EmployeeMenu, type MoreItems } from './EmployeeMenu.tsx';
import { EmployeePill } from './EmployeePill.tsx';
import classes from './employees.module.css';

function useReturnToList(place: PeopleList) {
  const navigate = useNavigate();
  return () => void navigate({ to: baseOf(place) });
}

/** EMP-002, EMP-006, EMP-010, EMP-013, EMP-016 */
export function NewEmployee({ place }: { place: PeopleList }) {
  const { t } = useTranslation('employees');
  const back = useReturnToList(place);
  if (!mayAccess('manage_employees', asActor(useCurrentUser()))) return <NoAccess text={t('askAdmin')} />;
  return (
    <>
      <h2 className={classes.title}>{t(`new.${place.list}`)}</h2>
      <EmployeeForm
        place={place}
        person={undefined}
        onDone={({ name, email, invitation }) => {
          showSnackbar({ message: invitation ? t('addedInvited', { name, email }) : t('added', { name }), tone: 'success' });
          back();
        }}
        onCancel={back}
      />
    </>
  );
}

interface OpenEmployeeProps {
  place: PeopleList;
  id: number;
  children: (person: Employee) => ReactNode;
}

export function OpenEmployee({ place, id, children }: OpenEmployeeProps) {
  const { t } = useTranslation('employees');
  const { data, error, refetch } = useQuery({ ...employeeQuery(place.list, id), enabled: id > 0 });
  const isOfOther = data && place.companyId !== undefined && data.company_id !== place.companyId;
  if (id === 0 || isOfOther || (error instanceof ApiError && error.status === 404))
    return (
      <EmptyState
        icon={<IconUserOff size={24} stroke={1.5} />}
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <Button variant="default" component={Link} to={baseOf(place)}>
            {t(`toList.${place.list}`)}
          </Button>
        }
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? children(data) : <SkeletonForm fields={8} />;
}

function OpenedEmployee({ place, person, more }: { place: PeopleList; person: Employee; more: MoreItems }) {
  const { t } = useTranslation('employees');
  const back = useReturnToList(place);
  const { edits } = rightsOver(asActor(useCurrentUser()), person);
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{person.name}</h2>
        <EmployeePill person={person} />
        <span className={classes.role}>{t(`roleName.${person.role}`)}</span>
        {person.api_key && <span className={classes.role}>{t('apiKey', { last: person.api_key.last_four })}</span>}
        <div className={classes.actions}>
          <EmployeeMenu person={person} place={place} more={more} isOpen />
        </div>
      </div>
      {edits ? (
        <EmployeeForm
          key={`${person.id} ${person.role}`}
          place={place}
          person={person}
          onDone={() => {
            showSnackbar({ message: t('saved'), tone: 'success', key: 'employee' });
            back();
          }}
          onCancel={back}
        />
      ) : (
        <NoAccess text={t('askAdmin')} />
      )}
    </>
  );
}

/** EMP-003, EMP-008, EMP-011, EMP-014, EMP-018 */
export const EditEmployee = ({ more, ...place }: { place: PeopleList; id: number; more: MoreItems }) => (
  <OpenEmployee {...place}>{(person) => <OpenedEmployee place={place.place} person={person} more={more} />}</OpenEmployee>
);
