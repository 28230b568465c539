import type { CompanyChanges, ReadOnlyFields, SeenFields } from '@headwater/contract/companies';
import type { MessageKey } from '@headwater/contract/errors';
import { type Actor, isStaff } from '@headwater/domain/roles';
import { loadIndustries } from '@headwater/reference/industries';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import { listAccountManagers, lockAnyCompany, lockCompany, updateCompany } from '../store/admin.ts';
import { changedColumns } from '../record.ts';
import { licenseOf, mayWork } from '../present.ts';
import { type Company, findCompany, insertCompany } from '../store/companies.ts';
import { tokenContext } from './company-tokens.ts';
import { refuseStale } from './changed-meanwhile.ts';

/** ROLE-016: staff reach every company, account managers their own ones. */
const reaches = (actor: Actor, company: Company | undefined): company is Company =>
  company?.deleted_at === null && (isStaff(actor) || company.account_manager_id === actor.userId);

export async function requireManaged(tx: Tx, actor: Actor, id: number): Promise<Company> {
  const company = await findCompany(tx, id);
  if (!reaches(actor, company)) throw new AppError('not_found');
  return company;
}

export async function lockManaged(tx: Tx, actor: Actor, id: number): Promise<Company> {
  const company = await lockCompany(tx, id);
  if (!reaches(actor, company)) throw new AppError('not_found');
  return company;
}

const industryIds = () => new Set(loadIndustries().map(({ id }) => id));

interface Saving {
  actor: Actor;
  secrets: SecretBox;
  /** False if the installation sends no system e-mail. */
  sendsSystemMail: boolean;
  lacksFactor(tx: Tx, userId: number): Promise<boolean>;
  now: Date;
}

interface Change {
  changes: CompanyChanges;
  readOnly?: ReadOnlyFields;
  company: Company;
  expected?: SeenFields | undefined;
}

/**
 * The field that ends the license of the own company: it would lock out the actor and colleagues.
 */
function shutOutBy({ changes, company }: Change, now: Date): 'is_active' | 'paid_from' | 'paid_till' | undefined {
  const [from, till] = [changes.paid_from, changes.paid_till].map((value) => (typeof value === 'string' ? new Date(value) : value));
  const after = {
    is_active: changes.is_active ?? company.is_active,
    is_ext_company: changes.is_ext_company ?? company.is_ext_company,
    deleted_at: company.deleted_at,
    paid_from: from === undefined ? company.paid_from : from,
    paid_till: till === undefined ? company.paid_till : till,
  };
  if (changes.is_active === false) return 'is_active';
  if (!mayWork(company, now) || mayWork(after, now)) return undefined;
  return licenseOf(after, now) === 'not_started' ? 'paid_from' : 'paid_till';
}

/** Without e-mail no codes arrive; without a factor of their own the actor would be locked out. */
async function factorFault(tx: Tx, { actor, sendsSystemMail, lacksFactor }: Saving, company: Company): Promise<MessageKey | undefined> {
  if (!sendsSystemMail) return 'company_mfa_without_email';
  // During impersonation the factor of the original user counts.
  const isOwn = company.id === actor.company.id && actor.originalUserId === undefined;
  return isOwn && (await lacksFactor(tx, actor.userId)) ? 'company_mfa_own_first' : undefined;
}

async function faultsOf(tx: Tx, saving: Saving, { changes, company }: Change): Promise<Record<string, MessageKey>> {
  const { actor, now } = saving;
  const faults: Record<string, MessageKey> = {};
  const manager = changes.account_manager_id;
  if (manager !== undefined && manager !== company.account_manager_id) {
    if (manager !== null && (await listAccountManagers(tx, manager)).length === 0) faults['account_manager_id'] = 'company_manager_unknown';
  }
  const [from, till] = [changes.paid_from ?? company.paid_from, changes.paid_till ?? company.paid_till];
  if (changes.paid_from !== null && changes.paid_till !== null && from && till && new Date(till) < new Date(from))
    faults['paid_till'] = 'field_ends_early';
  if (changes.industry !== undefined && changes.industry !== null && !industryIds().has(changes.industry))
    faults['industry'] = 'field_invalid';
  const factor = changes.mfa === true && !company.mfa ? await factorFault(tx, saving, company) : undefined;
  if (factor) faults['mfa'] = factor;
  const shut = company.id === actor.company.id ? shutOutBy({ changes, company }, now) : undefined;
  if (shut) faults[shut] = 'company_own';
  return faults;
}

async function store(tx: Tx, saving: Saving, { changes, readOnly = {}, company, expected }: Change): Promise<Company> {
  await refuseStale(tx, { changes, readOnly, company, expected, now: saving.now });
  const faults = await faultsOf(tx, saving, { changes, company });
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults);
  const { huntflow_token: token } = changes;
  const sealed = token === undefined ? undefined : token === '' ? null : saving.secrets.seal(token, tokenContext(company.id));
  const saved = await updateCompany(tx, company.id, changedColumns(changes, company, sealed));
  if (mayWork(company, saving.now) && !mayWork(saved, saving.now)) await endStreams(tx, { companyId: company.id });
  return saved;
}

/** COMP-055. Throws FieldErrors. */
export async function createCompany(tx: Tx, saving: Saving, changes: CompanyChanges & { company_name: string }): Promise<Company> {
  const id = await insertCompany(tx, { name: changes.company_name });
  return store(tx, saving, { changes, company: await requireManaged(tx, saving.actor, id) });
}

type Requested = CompanyChanges & { expected?: SeenFields | undefined };

/** COMP-058. Throws not_found and FieldErrors. */
export async function saveCompany(
  tx: Tx,
  saving: Saving,
  { id, expected, ...fields }: Requested & ReadOnlyFields & { id: number },
): Promise<Company> {
  const { company_id, account_manager, has_huntflow_token, credits, license, created_at, custom_settings, ...changes } = fields;
  const readOnly = { company_id, account_manager, has_huntflow_token, credits, license, created_at, custom_settings };
  return store(tx, saving, { changes, readOnly, company: await lockManaged(tx, saving.actor, id), expected });
}

/** COMP-067. Throws FieldErrors. */
export async function saveOwnCompany(tx: Tx, saving: Saving, { expected, ...changes }: Requested): Promise<Company> {
  const company = await lockCompany(tx, saving.actor.company.id);
  if (!company) throw new AppError('not_found');
  return store(tx, saving, { changes, company, expected });
}

export interface Removal {
  endSessions(tx: Tx, companyId: number): Promise<void>;
  releaseAddresses(tx: Tx, companyId: number): Promise<void>;
  /** Returns the number of active users without an address: another account uses theirs. */
  reclaimAddresses(tx: Tx, companyId: number): Promise<number>;
  /** After a restoration the messages of a running mailing would be overdue. */
  stopMailings(tx: Tx, company: { companyId: number; now: Date }): Promise<void>;
}

/** COMP-070. Throws not_found and company_own. */
export async function removeCompany(
  tx: Tx,
  actor: Actor,
  { id, now, endSessions, releaseAddresses, stopMailings }: Omit<Removal, 'reclaimAddresses'> & { id: number; now: Date },
): Promise<void> {
  await requireManaged(tx, actor, id);
  if (id === actor.company.id) throw new AppError('company_own');
  // Runs before the company lock: the planner locks mailings first and then refers to the company.
  await stopMailings(tx, { companyId: id, now });
  const company = await lockManaged(tx, actor, id);
  await updateCompany(tx, id, { is_active: false, deleted_at: now, active_before_deletion: company.is_active });
  await endSessions(tx, id);
  await releaseAddresses(tx, id);
}

/** Returns the number of active users without an address. Throws not_found. */
export async function restoreCompany(
  tx: Tx,
  { id, now, reclaimAddresses, stopMailings }: Pick<Removal, 'reclaimAddresses' | 'stopMailings'> & { id: number; now: Date },
): Promise<number> {
  const found = await findCompany(tx, id);
  if (!found) throw new AppError('not_found');
  if (found.deleted_at === null) return 0;
  await stopMailings(tx, { companyId: id, now });
  const company = await lockAnyCompany(tx, id);
  if (!company || company.deleted_at === null) return 0;
  await updateCompany(tx, id, { is_active: company.active_before_deletion ?? true, deleted_at: null, active_before_deletion: null });
  return reclaimAddresses(tx, id);
}
