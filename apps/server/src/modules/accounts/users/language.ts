import type { Language } from '@headwater/contract/errors';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import type { User } from '../store/users.ts';

export async function languageOf(tx: Tx, { language, company_id: companyId }: Pick<User, 'language' | 'company_id'>): Promise<Language> {
  if (language) return language;
  return (await findCompany(tx, companyId))?.region === 'russia' ? 'ru' : 'en';
}
