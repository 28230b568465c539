import type { Language } from '@headwater/contract/errors';
import { countUsers, insertUser } from '#modules/accounts/public.ts';
import { insertCompany, standardFeatures } from '#modules/companies/public.ts';
import { hashPassword } from '#platform/crypto/passwords.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { takeCode } from './setup-code.ts';

export interface FirstAccount {
  code: string;
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language: Language;
}

const requireOpen = (users: number): void => {
  if (users > 0) throw new AppError('setup_closed');
};

/**
 * Makes the first company and its administrator; all of it, or nothing, and once. Throws setup_closed where there is an account, and
 * FieldErrors of `code`.
 */
export async function makeFirstAccount(database: Database, { code, companyName, password, ...person }: FirstAccount): Promise<void> {
  // Before the work of hashing.
  requireOpen(await database.asSystem(countUsers));
  const passwordHash = await hashPassword(password);
  await database.asSystem(async (tx) => {
    const isRight = await takeCode(tx, code);
    requireOpen(await countUsers(tx));
    if (!isRight) throw new FieldErrors({ code: 'setup_code_wrong' });
    const region = person.language === 'ru' ? 'russia' : 'other';
    const companyId = await insertCompany(tx, { name: companyName, region, features: standardFeatures });
    await insertUser(tx, {
      ...person,
      companyId,
      passwordHash,
      role: 'admin',
      canSearch: true,
      dataEnrichmentEnabled: true,
      apiManager: true,
    });
  });
}
