import type { MessageKey } from '@headwater/contract/errors';
import type { SsoChanges, SsoInput } from '@headwater/contract/sso';
import { commaList } from '@headwater/domain/text/comma-list';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { endSsoSessions, hasOtherSignIn } from '#modules/accounts/public/sign-in.ts';
import { type Client, DiscoveryError, type DiscoveryFault, type Metadata } from '../identity-provider-port.ts';
import { secretContext, type SsoServices } from '../services.ts';
import {
  deleteConfiguration,
  findConfiguration,
  findSettings,
  insertSettings,
  lockSettings,
  saveConfiguration,
  type Settings,
  type SettingsColumns,
  updateSettings,
} from '../store/settings.ts';
import { listVerified } from '../store/domains.ts';
import { endNonSsoSignIns } from './end-non-sso-sign-ins.ts';
import { requireCorporate, saveDomains, type Saver, managesInstallation } from './domains.ts';

const faults = {
  address: 'sso_address_forbidden',
  unreachable: 'sso_unreachable',
  not_openid: 'sso_not_openid',
} as const satisfies Record<DiscoveryFault, MessageKey>;

type Place = Pick<Client, 'idpUrl' | 'isInternal'>;

async function discovered({ provider }: Pick<SsoServices, 'provider'>, place: Place): Promise<Metadata> {
  try {
    return await provider.discover(place);
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error;
    const { issuer } = error;
    if (issuer !== undefined) throw new FieldErrors({ idp_url: { key: 'sso_other_issuer', parts: { issuer } } });
    const isPlain = error.fault === 'address' && place.idpUrl.startsWith('http:');
    throw new FieldErrors({ idp_url: isPlain ? 'sso_https' : faults[error.fault] });
  }
}

const saveRead = async (tx: Tx, { companyId, now }: Saver, metadata: Metadata | undefined) => {
  if (metadata) await saveConfiguration(tx, companyId, { metadata, now });
};

/** SSO-013. Throws FieldErrors and sso_set_up. */
export async function createSettings(services: SsoServices, saver: Saver, input: SsoInput): Promise<void> {
  const { database, secrets } = services;
  const { companyId, now } = saver;
  const domains = commaList(input.domains);
  requireCorporate(domains);
  const isInternal = await database.asSystem(async (tx) => {
    if (await findSettings(tx, companyId)) throw new AppError('sso_set_up');
    return managesInstallation(tx, saver);
  });
  const metadata = input.active ? await discovered(services, { idpUrl: input.idp_url, isInternal }) : undefined;
  const { active, enforced: _enforced, domains: _domains, client_secret: secret, ...columns } = input;
  const sealed = secrets.seal(secret, secretContext(companyId));
  await database.asSystem(async (tx) => {
    const own = { company_id: companyId, is_internal: isInternal };
    const row = { ...columns, ...own, client_secret: sealed, is_active: active, created_at: now, updated_at: now };
    if (!(await insertSettings(tx, row))) throw new AppError('sso_set_up');
    await saveDomains(tx, { services, saver, domains });
    await saveRead(tx, saver, metadata);
  });
}

function columnsOf(services: SsoServices, before: Settings, changes: SsoChanges): SettingsColumns {
  const { active, enforced, client_secret: secret, domains: _domains, ...rest } = changes;
  const changed = Object.entries(rest).filter(([name, value]) => value !== undefined && value !== before[name as keyof Settings]);
  return {
    ...Object.fromEntries(changed),
    ...(active === undefined || active === before.is_active ? {} : { is_active: active }),
    ...(enforced === undefined || enforced === before.is_enforced ? {} : { is_enforced: enforced }),
    // The proof belongs to the previous provider.
    ...(changed.some(([name]) => name === 'idp_url' || name === 'client_id') ? { proved_at: null, is_enforced: false } : {}),
    ...(secret === undefined ? {} : { client_secret: services.secrets.seal(secret, secretContext(before.company_id)) }),
  };
}

/** Throws FieldErrors. */
async function requireProved(tx: Tx, { before, columns, now }: { before: Settings; columns: SettingsColumns; now: Date }): Promise<void> {
  const after = { ...before, ...columns };
  if (!after.is_enforced || before.is_enforced) return;
  const domains = await listVerified(tx, before.company_id, now);
  const isProved = after.is_active && after.proved_at !== null && domains.size > 0;
  if (!isProved) throw new FieldErrors({ enforced: 'sso_not_proved' });
  // A password must remain in case the provider fails.
  if (!(await hasOtherSignIn(tx, before.company_id))) throw new FieldErrors({ enforced: 'sso_no_password' });
}

/** The previous provider no longer vouches for these users. */
async function endProviderSessions(
  tx: Tx,
  { companyId, session }: Saver,
  { before, columns }: { before: Settings; columns: SettingsColumns },
) {
  const isOff = before.is_active && columns.is_active === false;
  const isOther = columns.idp_url !== undefined || columns.client_id !== undefined;
  if (isOff || isOther) await endSsoSessions(tx, companyId, session);
}

/** SSO-014. Throws FieldErrors, sso_not_set_up and sso_changed. */
export async function saveSettings(services: SsoServices, saver: Saver, { expected, ...changes }: SsoChanges): Promise<void> {
  const { database } = services;
  const { companyId, now } = saver;
  const domains = changes.domains === undefined ? undefined : commaList(changes.domains);
  if (domains) requireCorporate(domains);
  const [before, known, mayBeInternal] = await database.asSystem(async (tx) => [
    await findSettings(tx, companyId),
    (await findConfiguration(tx, companyId))?.metadata,
    await managesInstallation(tx, saver),
  ]);
  if (!before) throw new AppError('sso_not_set_up');
  const idpUrl = changes.idp_url ?? before.idp_url;
  const isOther = idpUrl !== before.idp_url;
  const isInternal = isOther ? mayBeInternal : before.is_internal;
  if (isOther && changes.client_secret === undefined) throw new FieldErrors({ client_secret: 'sso_again' });
  const isActive = changes.active ?? before.is_active;
  const needsReading = isActive && (isOther || !known || !before.is_active);
  const metadata = needsReading ? await discovered(services, { idpUrl, isInternal }) : undefined;
  await database.asSystem(async (tx) => {
    const row = await lockSettings(tx, companyId);
    if (!row || row.idp_url !== before.idp_url) throw new AppError('sso_changed');
    const columns = { ...columnsOf(services, row, changes), ...(isOther ? { is_internal: isInternal } : {}) };
    await requireProved(tx, { before: row, columns, now });
    if (Object.keys(columns).length > 0) await updateSettings(tx, companyId, { ...columns, updated_at: now });
    await endProviderSessions(tx, saver, { before: row, columns });
    if (domains) await saveDomains(tx, { services, saver, domains, expected: expected?.domains });
    if (domains !== undefined || columns.is_enforced === true || columns.is_active === true) await endNonSsoSignIns(tx, saver);
    if (isOther) await deleteConfiguration(tx, companyId);
    await saveRead(tx, saver, metadata);
  });
}
