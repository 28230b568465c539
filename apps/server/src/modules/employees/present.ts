import type { Employee } from '@headwater/contract/employees';
import { displayName, isPending, type PersonStatus } from '@headwater/domain/companies/people';
import { canSearch } from '@headwater/domain/roles';
import { apiKeys, listGuarded } from '#modules/accounts/public/manage-users.ts';
import type { Tx } from '#platform/database/database.ts';
import type { EmployeeRow } from './store.ts';

export interface EmployeeFacts {
  openInvitations(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, { id: number; sent_at: Date; expires_at: Date }>>;
}

const statusOf = ({ is_active: isActive, deleted_at: deletedAt }: EmployeeRow): PersonStatus =>
  isActive ? 'active' : deletedAt ? 'deleted' : 'not_active';

const part = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

const ownFacts = (row: EmployeeRow) => ({
  id: row.id,
  company_id: row.company_id,
  company_name: row.company_name,
  first_name: row.first_name,
  last_name: row.last_name,
  name: displayName(row),
  email: row.email,
  role: row.role,
  status: statusOf(row),
  is_active: row.is_active,
  can_search: canSearch({ role: row.role, searchFlag: row.can_search }),
  api_manager: row.api_manager,
  holds_staff_rights: row.holds_staff_rights,
  hm_access: row.role === 'hm' ? row.hm_access : {},
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
  last_sign_in: row.last_sign_in_at && row.last_sign_in_way ? { at: row.last_sign_in_at.toISOString(), way: row.last_sign_in_way } : null,
});

export async function presentEmployees(tx: Tx, { openInvitations }: EmployeeFacts, rows: readonly EmployeeRow[]): Promise<Employee[]> {
  const ids = rows.map(({ id }) => id);
  const [invitations, keys, withFactor] = [await openInvitations(tx, ids), await apiKeys(tx, ids), await listGuarded(tx, ids)];
  return rows.map((row) => {
    const [invitation, key] = [invitations.get(row.id), keys.get(row.id)];
    return {
      ...ownFacts(row),
      has_second_factor: withFactor.has(row.id),
      is_pending: invitation !== undefined || isPending(row),
      invitation: invitation
        ? { id: invitation.id, sent_at: invitation.sent_at.toISOString(), expires_at: invitation.expires_at.toISOString() }
        : null,
      api_key: key
        ? { last_four: key.last_four, created_at: key.created_at.toISOString(), expires_at: key.expires_at?.toISOString() ?? null }
        : null,
    };
  });
}
