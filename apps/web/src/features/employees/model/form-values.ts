import type { Employee, EmployeeChanges } from '@headwater/contract/employees';
import { hiringManagerSections, type HiringManagerAccess } from '@headwater/domain/permission-flags';
import type { PeopleList } from './people-list.ts';

type Section = keyof HiringManagerAccess;
/** ROLE-050: access of one hiring manager: the company's default, or a personal setting. */
export type Sees = 'company' | 'on' | 'off';
type SectionValues = Record<`sees_${Section}`, Sees>;

export interface FormValues extends Record<string, unknown>, SectionValues {
  company_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  password: string;
  role: Employee['role'];
  can_search: boolean;
  api_manager: boolean;
  holds_staff_rights: boolean;
  language: string | null;
  range_measure: string;
  phone: string;
  additional_phone: string;
  extension: string;
  department_id: string | null;
  group_id: string | null;
  comment: string;
}

const seen = (access: Employee['hm_access']): SectionValues =>
  Object.fromEntries(
    hiringManagerSections.map((name) => [`sees_${name}`, access[name] === undefined ? 'company' : access[name] ? 'on' : 'off']),
  ) as SectionValues;

const usualRole = { employees: 'worker', hiring_managers: 'hm', managers: 'manager' } as const;

export const emptyValues = (list: PeopleList['list']): FormValues => ({
  ...seen({}),
  company_id: null,
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: usualRole[list],
  can_search: list === 'employees',
  api_manager: false,
  holds_staff_rights: false,
  language: null,
  range_measure: 'km',
  phone: '',
  additional_phone: '',
  extension: '',
  department_id: null,
  group_id: null,
  comment: '',
});

const idText = (part: { id: number } | null) => (part ? String(part.id) : null);

export const valuesOf = (person: Employee): FormValues => ({
  ...seen(person.hm_access),
  company_id: String(person.company_id),
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  password: '',
  role: person.role,
  can_search: person.can_search,
  api_manager: person.api_manager,
  holds_staff_rights: person.holds_staff_rights,
  language: person.language,
  range_measure: person.range_measure,
  phone: person.phone,
  additional_phone: person.additional_phone,
  extension: person.extension,
  department_id: idText(person.department),
  group_id: idText(person.group),
  comment: person.comment,
});

const ids = new Set(['department_id', 'group_id']);
const written = (name: string, value: unknown) => (ids.has(name) && value !== null ? Number(value) : value);
const flags = { company: null, on: true, off: false } as const;

export function changesOf(before: FormValues, { company_id: _company, ...values }: FormValues): EmployeeChanges {
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name]);
  const sections = hiringManagerSections.filter((name) => values[`sees_${name}`] !== before[`sees_${name}`]);
  const own = Object.fromEntries(sections.map((name) => [name, flags[values[`sees_${name}`]]]));
  return {
    ...Object.fromEntries(changed.filter(([name]) => !name.startsWith('sees_')).map(([name, value]) => [name, written(name, value)])),
    ...(sections.length > 0 ? { hm_access: own } : {}),
  };
}
