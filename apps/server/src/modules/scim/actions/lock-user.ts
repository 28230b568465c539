import { type Company, lockActiveCompany } from '#modules/companies/public.ts';
import { lockEmployee } from '#modules/employees/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { notFound } from '../protocol/error.ts';
import type { Client } from '../services.ts';
import { findUserRow } from '../store/users.ts';

export async function lockCompany(tx: Tx, { companyId }: Client): Promise<Company> {
  const company = await lockActiveCompany(tx, companyId);
  if (!company) throw new AppError('unauthorized');
  return company;
}

export async function lockUser(tx: Tx, client: Client, id: number) {
  const company = await lockCompany(tx, client);
  const user = await lockEmployee(tx, id);
  const row = user && (await findUserRow(tx, client.companyId, id));
  if (!user || !row) throw notFound();
  return { company, user, row };
}
