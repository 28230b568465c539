import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { isAccountManager, kindOfRole, mayActAs, mayGiveStaffRights, rolesOfKind } from '@headwater/domain/companies/people';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { sendsEmailQuery } from '#lib/sends-email.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { FormSection } from '#ui/FormSection.tsx';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { useEmployeeCalls } from '../api/employees.ts';
import { changesOf, emptyValues, type FormValues, valuesOf } from '../model/form-values.ts';
import { type PeopleList, rolesIn } from '../model/people-list.ts';
import { rankOf } from '../model/rights.ts';
import classes from './employees.module.css';
import { PartSelect } from './PartSelect.tsx';
import { SectionFields } from './SectionFields.tsx';
import { ServedCompany } from './ServedCompany.tsx';

interface EmployeeFormProps {
  place: PeopleList;
  person: Employee | undefined;
  onDone: (saved: Employee) => void;
  onCancel: () => void;
}

interface FieldsProps extends Pick<EmployeeFormProps, 'place' | 'person'> {
  form: ServerFormHandle<FormValues>;
}

/**
 * Staff acting as an administrator must not take over accounts (accounts/README.md, own address). Only a super user can
 * change staff of the same rank.
 */
function useClosedBy(person: Employee | undefined): 'whileActing' | 'bySuperUser' | undefined {
  const user = useCurrentUser();
  const actor = asActor(user);
  if (person === undefined) return undefined;
  if (user.impersonated_by !== null) return 'whileActing';
  return person.id !== actor.userId && !mayActAs(actor, rankOf(person)) ? 'bySuperUser' : undefined;
}

interface PasswordState {
  isOwn: boolean;
  closedBy: ReturnType<typeof useClosedBy>;
  isInvited: boolean;
  isAdded: boolean;
  isNeeded: boolean;
}

/** EMP-040: staff are never invited, and other people only with e-mail. */
function usePasswordNeeded(addedTo: PeopleList['list'] | undefined): boolean {
  const { data: sendsEmail = true } = useQuery({ ...sendsEmailQuery, enabled: addedTo !== undefined });
  return addedTo === 'managers' || (addedTo !== undefined && !sendsEmail);
}

const passwordText = ({ isOwn, closedBy, isInvited, isAdded, isNeeded }: PasswordState) => {
  if (closedBy) return closedBy;
  if (isOwn) return 'ownPassword';
  if (isInvited) return 'passwordOfInvited';
  if (!isAdded) return 'passwordChange';
  return isNeeded ? 'passwordRule' : 'passwordOrInvitation';
};

function PersonFields({ form, person, place }: FieldsProps) {
  const { t } = useTranslation('employees');
  const isInvited = Boolean(person?.invitation);
  const isOwn = person?.id === useCurrentUser().id;
  const closedBy = useClosedBy(person);
  const isAdded = person === undefined;
  const isNeeded = usePasswordNeeded(isAdded ? place.list : undefined);
  return (
    <>
      <TextInput label={t('field.first_name')} maxLength={255} {...form.field('first_name')} />
      <TextInput label={t('field.last_name')} maxLength={255} {...form.field('last_name')} />
      <TextInput
        label={t('field.email')}
        description={closedBy ? t(closedBy) : isOwn ? t('ownEmail') : undefined}
        disabled={isOwn || closedBy !== undefined}
        type="email"
        required
        maxLength={255}
        autoComplete="off"
        {...form.field('email')}
      />
      <PasswordInput
        label={t(person && !isInvited ? 'field.newPassword' : 'field.password')}
        description={t(passwordText({ isOwn, closedBy, isInvited, isAdded, isNeeded }))}
        required={isNeeded}
        disabled={isOwn || isInvited || closedBy !== undefined}
        autoComplete="new-password"
        maxLength={1000}
        {...form.field('password')}
      />
    </>
  );
}

/** The menu promotes a recruiter to administrator, because that needs a confirmation. */
function rolesFor(place: PeopleList, person: Employee | undefined): readonly Employee['role'][] {
  if (!person) return rolesIn[place.list];
  // Service managers work in other companies, so this role cannot be assigned or removed.
  if (kindOfRole(person.role) === 'managers')
    return rolesOfKind.managers.filter((role) => (role === 'service_admin') === (person.role === 'service_admin'));
  return kindOfRole(person.role) === 'admins' ? rolesOfKind.admins : [];
}

/** ROLE-019: only account managers can change it. Others see its state. */
function SearchSwitch({ form, isLocked }: { form: ServerFormHandle<FormValues>; isLocked: boolean }) {
  const { t } = useTranslation('employees');
  return (
    <Switch
      label={t('field.can_search')}
      description={t(isLocked ? 'searchByManager' : 'searchText')}
      disabled={isLocked}
      {...form.field('can_search', { type: 'checkbox' })}
    />
  );
}

/** ADR 93: shown if the reader may change it or the person has it. */
function StaffRightsSwitch({ form, person }: { form: ServerFormHandle<FormValues>; person: Employee }) {
  const { t } = useTranslation('employees');
  const user = useCurrentUser();
  const { id, role, company_id: companyId } = person;
  const isOpen = user.impersonated_by === null && mayGiveStaffRights(asActor(user), { id, role, companyId });
  if (!isOpen && !person.holds_staff_rights) return null;
  return (
    <Switch
      label={t('field.holds_staff_rights')}
      description={t('staffRightsText')}
      disabled={!isOpen}
      {...form.field('holds_staff_rights', { type: 'checkbox' })}
    />
  );
}

function RightFields({ form, person, place }: FieldsProps) {
  const { t } = useTranslation('employees');
  const actor = asActor(useCurrentUser());
  const roles = rolesFor(place, person).filter((role) => role === person?.role || mayActAs(actor, { role, holdsStaffRights: false }));
  const isOwn = person?.id === actor.userId;
  const closedBy = useClosedBy(person);
  return (
    <>
      {roles.length > 1 && (
        <Select
          label={t('role')}
          description={closedBy ? t(closedBy) : isOwn ? t('ownRole') : undefined}
          disabled={isOwn || closedBy !== undefined}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: t(`roleName.${value}`) }))}
          {...form.field('role')}
        />
      )}
      {form.values.role === 'service_admin' && <ServedCompany form={form} person={person} />}
      {form.values.role === 'worker' && <SearchSwitch form={form} isLocked={person !== undefined && !isAccountManager(actor)} />}
      {place.list !== 'managers' && (
        <Switch label={t('field.api_manager')} description={t('apiText')} {...form.field('api_manager', { type: 'checkbox' })} />
      )}
      {person && <StaffRightsSwitch form={form} person={person} />}
    </>
  );
}

function ContactFields({ form }: FieldsProps) {
  const { t } = useTranslation('employees');
  return (
    <>
      <TextInput label={t('field.phone')} type="tel" maxLength={50} {...form.field('phone')} />
      <TextInput label={t('field.extension')} maxLength={20} classNames={{ wrapper: classes.short }} {...form.field('extension')} />
      <TextInput label={t('field.additional_phone')} type="tel" maxLength={50} {...form.field('additional_phone')} />
    </>
  );
}

function PreferenceFields({ form }: FieldsProps) {
  const { t } = useTranslation('employees');
  return (
    <>
      <Select
        label={t('field.language')}
        placeholder={t('languageOfCompany')}
        clearable
        data={[
          { value: 'en', label: 'English' },
          { value: 'ru', label: 'Русский' },
        ]}
        {...form.field('language')}
      />
      <Select
        label={t('field.range_measure')}
        allowDeselect={false}
        data={[
          { value: 'km', label: t('unit.km') },
          { value: 'mi', label: t('unit.mi') },
        ]}
        {...form.field('range_measure')}
      />
    </>
  );
}

function Fields(props: FieldsProps) {
  const { t } = useTranslation('employees');
  const { form, place } = props;
  return (
    <>
      <FormSection title={t('section.person')}>
        <PersonFields {...props} />
      </FormSection>
      <FormSection title={t('section.rights')}>
        <RightFields {...props} />
      </FormSection>
      {place.list === 'hiring_managers' && (
        <FormSection title={t('section.sees')}>
          <SectionFields form={form} companyId={place.companyId} />
        </FormSection>
      )}
      <FormSection title={t('section.contacts')}>
        <ContactFields {...props} />
      </FormSection>
      {place.list !== 'managers' && (
        <FormSection title={t('section.company')}>
          <PartSelect
            parts="departments"
            name="department_id"
            companyId={place.companyId}
            form={form}
            current={props.person?.department ?? null}
          />
          <PartSelect parts="groups" name="group_id" companyId={place.companyId} form={form} current={props.person?.group ?? null} />
        </FormSection>
      )}
      <FormSection title={t('section.preferences')}>
        <PreferenceFields {...props} />
      </FormSection>
      <FormSection title={t('section.comment')}>
        <Textarea
          label={t('field.comment')}
          description={t('commentText')}
          autosize
          minRows={3}
          maxLength={2000}
          {...form.field('comment')}
        />
      </FormSection>
    </>
  );
}

/** EMP-002, EMP-003, EMP-006, EMP-008, EMP-010, EMP-011 */
export function EmployeeForm({ place, person, onDone, onCancel }: EmployeeFormProps) {
  const { t } = useTranslation('employees');
  const calls = useEmployeeCalls();
  const [before] = useState(() => (person ? valuesOf(person) : emptyValues(place.list)));
  const submit = (values: FormValues): Promise<Employee> => {
    if (person) return calls.save(person, changesOf(before, values));
    const { can_search: searches, role, email, company_id: served } = values;
    const rights = role === 'worker' ? { can_search: searches } : { role };
    const { can_search: _search, role: _role, ...facts } = changesOf(before, values);
    const companyId = role === 'service_admin' && served !== null ? Number(served) : place.companyId;
    const company = companyId === undefined ? {} : { company_id: companyId };
    return calls.create(kindOfRole(role), { ...facts, ...rights, email, ...company });
  };
  const form = useServerForm<FormValues, Employee>({ initialValues: before, submit, onDone });
  // ROLE-016: account managers can change only the search access in their companies.
  const isSearchOnly = useCurrentUser().role === 'manager';
  return (
    <ServerForm form={form} submitLabel={t(person ? 'save' : `add.${place.list}`)} onCancel={onCancel} guard>
      {isSearchOnly ? (
        <SearchSwitch form={form} isLocked={person?.role !== 'worker'} />
      ) : (
        <Fields form={form} place={place} person={person} />
      )}
    </ServerForm>
  );
}
