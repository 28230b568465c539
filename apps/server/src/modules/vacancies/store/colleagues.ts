import { sql } from 'kysely';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';
import type { Role } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';

export interface Colleague {
  id: number;
  name: string;
  email: string;
  role: Role;
  can_search: boolean;
  is_active: boolean;
  /** ROLE-050: settings of the company, overridden by those of the user. */
  sections: HiringManagerAccess;
}

export async function listColleagues(tx: Tx): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.role, u.can_search, u.is_active,
      c.hm_display_sections || u.hm_access as sections
    from users u join companies c on c.id = u.company_id
    where trim(u.first_name || u.last_name) <> '' and u.moved_to is null
    order by u.first_name, u.last_name, u.id`.execute(tx);
  return rows;
}
