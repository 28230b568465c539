import { allToolFeatures } from '@headwater/domain/ats/tools';
import { allAtsFeatures } from '@headwater/domain/ats/vendors';
import type { Role } from '@headwater/domain/roles';
import { hashPassword } from '#platform/crypto/passwords.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { findUserByEmail, insertUser } from '#modules/accounts/public.ts';
import { type CompanyFeatures, insertCompany } from '#modules/companies/public.ts';

/** Public on purpose; therefore demo mode never listens beyond loopback. */
export const demoPassword = 'Demo-Headwater-1';

interface DemoUser {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  language?: 'en' | 'ru';
  who: string;
}

interface DemoCompany {
  name: string;
  features: CompanyFeatures;
  users: readonly DemoUser[];
}

const features: CompanyFeatures = {
  has_ats: true,
  ...allAtsFeatures,
  ...allToolFeatures,
  has_api: true,
  has_messaging: true,
  has_sequences: true,
  has_gpt: true,
  has_telegram: true,
  gender_filter: true,
  age_filter: true,
  remote_filter: true,
  enable_mltr: true,
  comment_days_filter: true,
  activity_filters: true,
};

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Demo company',
    features,
    users: [
      { email: 'admin@demo.headwater.test', firstName: 'Alice', lastName: 'Morgan', role: 'admin', who: 'administrator' },
      { email: 'recruiter@demo.headwater.test', firstName: 'Rita', lastName: 'Keller', role: 'worker', who: 'recruiter' },
      { email: 'hm@demo.headwater.test', firstName: 'Henry', lastName: 'Clark', role: 'hm', who: 'hiring manager' },
    ],
  },
  {
    name: 'Headwater staff',
    features,
    users: [{ email: 'staff@demo.headwater.test', firstName: 'Sam', lastName: 'Reed', role: 'super_user', who: 'internal staff' }],
  },
  {
    name: 'Орлова и партнёры',
    features,
    users: [
      {
        email: 'recruiter@other.headwater.test',
        firstName: 'Ольга',
        lastName: 'Орлова',
        role: 'worker',
        language: 'ru',
        who: 'recruiter of another company, in Russian',
      },
    ],
  },
];

async function ensureCompany(tx: Tx, company: DemoCompany, passwordHash: string): Promise<void> {
  const [first] = company.users;
  if (!first || (await findUserByEmail(tx, first.email))) return;
  const companyId = await insertCompany(tx, { name: company.name, features: company.features });
  for (const { who: _who, ...user } of company.users) {
    const searches = user.role !== 'hm';
    const rights = { canSearch: searches, dataEnrichmentEnabled: searches, apiManager: user.role === 'admin' };
    await insertUser(tx, { ...user, companyId, passwordHash, ...rights });
  }
}

export async function ensureDemoAccounts(database: Database): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  for (const company of demoCompanies) await database.asSystem((tx) => ensureCompany(tx, company, passwordHash));
}
