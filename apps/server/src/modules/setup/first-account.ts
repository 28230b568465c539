import type { Language } from '@headwater/contract/errors';
import { countUsers, insertUser } from '#modules/accounts/public.ts';
import { firstCompany, insertCompany } from '#modules/companies/public.ts';
import { hashPassword } from '#platform/crypto/passwords.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { matchesCode, consumeCode } from './setup-code.ts';

export interface FirstAccount {
  code: string;
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language: Language;
}

async function requireRight(tx: Tx, isRight: boolean): Promise<void> {
  if ((await countUsers(tx)) > 0) throw new AppError('setup_closed');
  if (!isRight) throw new FieldErrors({ code: 'setup_code_wrong' });
}

/** ADR 93. Throws setup_closed if any account exists, and FieldErrors at `code`. */
export async function makeFirstAccount(database: Database, { code, companyName, password, ...person }: FirstAccount): Promise<void> {
  // Checked before hashing, so that requests without the code cost little.
  await database.asSystem(async (tx) => requireRight(tx, await matchesCode(tx, code)));
  const passwordHash = await hashPassword(password);
  await database.asSystem(async (tx) => {
    await requireRight(tx, await consumeCode(tx, code));
    const region = person.language === 'ru' ? 'russia' : 'other';
    const companyId = await insertCompany(tx, { name: companyName, region, ...firstCompany });
    await insertUser(tx, {
      ...person,
      companyId,
      passwordHash,
      role: 'admin',
      canSearch: true,
      dataEnrichmentEnabled: true,
      apiManager: true,
      holdsStaffRights: true,
    });
  });
}
