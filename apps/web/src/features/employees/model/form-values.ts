import type { Employee, EmployeeChanges } from '@headwater/contract/employees';
import type { Place } from './place.ts';

/** What the fields hold. */
export interface FormValues extends Record<string, unknown> {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
  role: Employee['role'];
  can_search: boolean;
  api_manager: boolean;
  language: string | null;
  range_measure: string;
  phone: string;
  additional_phone: string;
  extension: string;
  department_id: string | null;
  group_id: string | null;
  comment: string;
}

const usualRole = { employees: 'worker', hiring_managers: 'hm', managers: 'manager' } as const;

export const emptyValues = (list: Place['list']): FormValues => ({
  email: '',
  first_name: '',
  last_name: '',
  password: '',
  role: usualRole[list],
  can_search: list === 'employees',
  api_manager: false,
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
  email: person.email,
  first_name: person.first_name,
  last_name: person.last_name,
  password: '',
  role: person.role,
  can_search: person.can_search,
  api_manager: person.api_manager,
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

/** What differs from the beginning, as the server takes it; the role and the search say themselves which of them a kind of person has. */
export const changesOf = (before: FormValues, values: FormValues): EmployeeChanges =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== before[name])
      .map(([name, value]) => [name, written(name, value)]),
  );
