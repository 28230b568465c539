import type { Employee } from '@headwater/contract/employees';
import { displayName, isPending, type PersonStatus } from '@headwater/domain/companies/people';
import { canSearch } from '@headwater/domain/roles';
import type { EmployeeRow } from './store.ts';

const statusOf = ({ is_active: isActive, deleted_at: deletedAt }: EmployeeRow): PersonStatus =>
  isActive ? 'active' : deletedAt ? 'deleted' : 'not_active';

const part = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

export const presentEmployee = (row: EmployeeRow): Employee => ({
  id: row.id,
  company_id: row.company_id,
  first_name: row.first_name,
  last_name: row.last_name,
  name: displayName(row),
  email: row.email,
  is_pending: isPending(row),
  role: row.role,
  status: statusOf(row),
  is_active: row.is_active,
  can_search: canSearch({ role: row.role, searchFlag: row.can_search }),
  api_manager: row.api_manager,
  language: row.language,
  range_measure: row.range_measure,
  phone: row.phone,
  additional_phone: row.additional_phone,
  extension: row.phone_extension,
  comment: row.comment,
  department: part(row.department_id, row.department_name),
  group: part(row.group_id, row.group_name),
  date_joined: row.date_joined.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});
