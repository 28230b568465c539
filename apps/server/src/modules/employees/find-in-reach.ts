import { isAccountManager, mayManage, type PersonKind, rolesOfKind } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { staffRankOf } from '#modules/accounts/public.ts';
import { type Company, findCompany, lockActiveCompany, requireManaged } from '#modules/companies/public.ts';
import { findEmployee, type EmployeeRow, lockEmployee, type LockedEmployee } from './store.ts';

/** Staff and account managers read all companies; the functions below restrict them. */
export const inReach = <T>(database: Database, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isAccountManager(actor) ? database.asSystem(work) : database.inCompany(actor.company.id, work);

export async function companyInReach(tx: Tx, actor: Actor, companyId = actor.company.id): Promise<Company> {
  if (isAccountManager(actor)) return requireManaged(tx, actor, companyId);
  const company = companyId === actor.company.id ? await findCompany(tx, companyId) : undefined;
  if (!company) throw new AppError('not_found');
  return company;
}

export interface Sought {
  id: number;
  kind: PersonKind;
}

export async function employeeInReach(tx: Tx, actor: Actor, { id, kind }: Sought): Promise<EmployeeRow> {
  const row = await findEmployee(tx, id, rolesOfKind[kind]);
  if (!row) throw new AppError('employee_not_found');
  if (kind === 'managers' || !isAccountManager(actor)) return row;
  try {
    await requireManaged(tx, actor, row.company_id);
  } catch (error) {
    throw error instanceof AppError ? new AppError('employee_not_found') : error;
  }
  return row;
}

export interface LockedInReach {
  user: LockedEmployee;
  company: Company;
}

export async function lockInReach(tx: Tx, actor: Actor, sought: Sought): Promise<LockedInReach> {
  const { id, company_id: companyId } = await employeeInReach(tx, actor, sought);
  const company = await lockActiveCompany(tx, companyId);
  const user = await lockEmployee(tx, id);
  if (!company || !user || !(rolesOfKind[sought.kind] as readonly string[]).includes(user.role)) throw new AppError('employee_not_found');
  if (!mayManage(actor, staffRankOf(user))) throw new AppError('employee_role_by_super_user');
  return { user, company };
}
