import { parseArgs } from 'node:util';
import { message } from '@headwater/contract/errors';
import { passwordFaults } from '@headwater/domain/passwords';
import { z } from 'zod';
import type { Env } from '../env.ts';
import { countUsers, findUserByEmail, insertUser } from '#modules/accounts/public.ts';
import { findCompaniesByName, firstCompany, insertCompany } from '#modules/companies/public.ts';
import { hashPassword } from '#platform/crypto/passwords.ts';
import { type Database, openDatabase, type Tx } from '#platform/database/database.ts';
import { readFact } from '#platform/database/installation-store.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { askPassword, type PasswordSource } from './ask-password.ts';
import { openConfiguredDatabase } from './database.ts';
import { demoFact } from './demo.ts';

const usage =
  'Usage: npm run create-admin -- --company NAME --email ADDRESS [--name "FIRST LAST"] [--role admin | worker | hm | super_user]';

const call = z.object({
  company: z.string().trim().min(1).max(255),
  email: z.email().max(255),
  name: z.string().trim().max(255).default(''),
  role: z.enum(['admin', 'worker', 'hm', 'super_user']).default('admin'),
});

type AdminCall = z.infer<typeof call>;

/** Throws StartupError that names the missing or wrong argument. */
export function readAdminCall(args: readonly string[]): AdminCall {
  const text = { type: 'string' } as const;
  let values: unknown;
  try {
    ({ values } = parseArgs({ args: [...args], options: { company: text, email: text, name: text, role: text } }));
  } catch {
    throw new StartupError(usage);
  }
  const parsed = call.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new StartupError(`The option --${parsed.error.issues[0]?.path.join('.')} is missing or wrong. ${usage}`);
}

async function companyOf(tx: Tx, name: string): Promise<{ id: number; isNew: boolean }> {
  const [known, another] = await findCompaniesByName(tx, name);
  if (another) throw new StartupError(`There are several companies named ${name}, so it is not clear which one is meant.`);
  return known ? { id: known.id, isNew: false } : { id: await insertCompany(tx, { name, ...firstCompany }), isNew: true };
}

/**
 * The first administrator runs the installation (ADR 93). Throws StartupError for a weak password,
 * a taken address, and a demo database.
 */
export async function addAdmin(database: Database, { company, email, name, role }: AdminCall, password: string) {
  const faults = passwordFaults(password);
  if (faults.length > 0) throw new StartupError(`${faults.map((fault) => message(fault, 'en')).join('. ')}.`);
  const passwordHash = await hashPassword(password);
  const [firstName = '', ...rest] = name.split(/\s+/);
  return database.asSystem(async (tx) => {
    if (await readFact(tx, demoFact)) {
      throw new StartupError(
        'This database holds the demo: set HEADWATER_DATA_DIR to a new folder, or DATABASE_URL, for a company of your own.',
      );
    }
    if (await findUserByEmail(tx, email)) throw new StartupError(`There is an account with the address ${email} already.`);
    const holdsStaffRights = role === 'admin' && (await countUsers(tx)) === 0;
    const { id, isNew } = await companyOf(tx, company);
    const person = { companyId: id, email, passwordHash, firstName, lastName: rest.join(' '), role };
    const searches = role !== 'hm';
    const rights = { canSearch: searches, dataEnrichmentEnabled: searches, apiManager: role === 'admin', holdsStaffRights };
    await insertUser(tx, { ...person, ...rights });
    return { companyId: id, isNew };
  });
}

export interface CreateAdmin extends PasswordSource {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}

/** `npm run create-admin -- --company NAME --email ADDRESS` */
export async function createAdmin({ env, log, say, args, ...source }: CreateAdmin): Promise<void> {
  const input = readAdminCall(args);
  const password = await askPassword(source);
  const opened = await openConfiguredDatabase({ env, log, say });
  const database = openDatabase({ url: opened.url, max: 1, log });
  try {
    const { companyId, isNew } = await addAdmin(database, input, password);
    say(`${input.email} can sign in now. The company ${input.company} ${isNew ? 'was made' : 'existed'}; its number is ${companyId}.`);
  } finally {
    await database.close();
    await opened.stop();
  }
}
