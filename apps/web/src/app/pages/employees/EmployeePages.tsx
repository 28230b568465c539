import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { EditEmployee, NewEmployee, OpenEmployee } from '#features/employees/components/EmployeeScreen.tsx';
import { MoveForm } from '#features/employees/components/MoveForm.tsx';
import { addressOf, baseOf, type PeopleList } from '#features/employees/model/people-list.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { idParam } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { NoAccess } from '#ui/states.tsx';
import { OpenCompany } from '../companies/OpenCompany.tsx';
import classes from '../companies/companies.module.css';
import { usePersonItems } from './person-items.tsx';

type List = Exclude<PeopleList['list'], 'managers'>;

interface PartProps {
  list: List;
  children: (place: PeopleList) => ReactNode;
}

function OfCompany({ list, children }: PartProps) {
  const { t } = useTranslation('employees');
  return (
    <OpenCompany title={t(`title.${list}`)}>
      {({ company_id: companyId, company_name: name }) => (
        <CompanyFrame id={companyId} title={name}>
          {children({ list, companyId })}
        </CompanyFrame>
      )}
    </OpenCompany>
  );
}

function OfOwn({ list, children }: PartProps) {
  const { t } = useTranslation('employees');
  const { company } = useCurrentUser();
  usePageTitle(`${t(`title.${list}`)} · ${company.company_name}`);
  return (
    <CompanyFrame id={undefined} title={company.company_name}>
      {children({ list, companyId: undefined })}
    </CompanyFrame>
  );
}

function useEmployeeId(): number {
  const { employeeId } = useParams({ strict: false }) as { employeeId: string };
  return idParam.read(employeeId) ?? 0;
}

const add = (place: PeopleList) => <NewEmployee place={place} />;

function Edited({ place }: { place: PeopleList }) {
  const id = useEmployeeId();
  return <EditEmployee key={id} place={place} id={id} more={usePersonItems(place)} />;
}
const edit = (place: PeopleList) => <Edited place={place} />;

/** EMP-002. */
export const NewEmployeePage = () => <OfCompany list="employees">{add}</OfCompany>;
/** EMP-003. */
export const EmployeePage = () => <OfCompany list="employees">{edit}</OfCompany>;
/** EMP-006. */
export const NewHiringManagerPage = () => <OfCompany list="hiring_managers">{add}</OfCompany>;
/** EMP-008. */
export const HiringManagerPage = () => <OfCompany list="hiring_managers">{edit}</OfCompany>;
/** EMP-013. */
export const NewOwnEmployeePage = () => <OfOwn list="employees">{add}</OfOwn>;
/** EMP-014. */
export const OwnEmployeePage = () => <OfOwn list="employees">{edit}</OfOwn>;
/** EMP-016. */
export const NewOwnHiringManagerPage = () => <OfOwn list="hiring_managers">{add}</OfOwn>;
/** EMP-018. */
export const OwnHiringManagerPage = () => <OfOwn list="hiring_managers">{edit}</OfOwn>;

function Moved({ place }: { place: PeopleList }) {
  const { t } = useTranslation('employees');
  const navigate = useNavigate();
  const id = useEmployeeId();
  if (!mayAccess('staff', asActor(useCurrentUser()))) return <NoAccess text={t('askAdmin')} />;
  return (
    <OpenEmployee place={place} id={id}>
      {(person) => (
        <>
          <h2 className={classes.title}>{t('move.titleOf', { name: person.name })}</h2>
          <MoveForm
            person={person}
            onDone={(moved) => {
              showSnackbar({ message: t('move.done', { name: moved.name }), tone: 'success', key: 'employee' });
              void navigate({ to: addressOf({ list: 'employees', companyId: moved.company_id }, moved.id) });
            }}
            onCancel={() => void navigate({ to: addressOf(place, id) })}
          />
        </>
      )}
    </OpenEmployee>
  );
}

/** EMP-004. */
export const MoveEmployeePage = () => <OfCompany list="employees">{(place) => <Moved place={place} />}</OfCompany>;

const managers: PeopleList = { list: 'managers', companyId: undefined };

function OfManagers({ children }: { children: ReactNode }) {
  const { t } = useTranslation('employees');
  const navigate = useNavigate();
  usePageTitle(t('title.managers'));
  return (
    <>
      <PageHeader title={t('title.managers')} onBack={() => void navigate({ to: baseOf(managers) })} />
      <div className={classes.form} data-long-form>
        {children}
      </div>
    </>
  );
}

/** EMP-010. */
export const NewManagerPage = () => <OfManagers>{add(managers)}</OfManagers>;
/** EMP-011. */
export const ManagerPage = () => <OfManagers>{edit(managers)}</OfManagers>;
