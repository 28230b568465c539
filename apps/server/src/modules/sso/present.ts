import type { SsoView } from '@headwater/contract/sso';
import { domainRecordName, domainRecordValue } from '@headwater/domain/companies/sso';
import type { ListedDomain } from './store/domains.ts';
import type { Configuration, Settings } from './store/settings.ts';

export const callbackPath = '/sso/auth/callback/';
/** The page needs a click, because mail programs open links. */
export const confirmPage = '/login/sso/confirm';

export const presentDomain = (
  { domain, challenge, verified_at: verifiedAt, missing_since: missingSince, is_assumed: isAssumed }: ListedDomain,
  { isTaken }: { isTaken: boolean },
): SsoView['domain_states'][number] => ({
  domain,
  is_verified: verifiedAt !== null,
  is_taken: isTaken,
  missing_since: isTaken ? null : (missingSince?.toISOString() ?? null),
  is_due: isAssumed && missingSince !== null && !isTaken,
  record: { name: domainRecordName(domain), value: domainRecordValue(challenge) },
});

export const presentSettings = (
  settings: Settings,
  domains: readonly Pick<ListedDomain, 'domain'>[],
): NonNullable<SsoView['settings']> => ({
  idp_url: settings.idp_url,
  provider: settings.provider,
  client_id: settings.client_id,
  has_client_secret: settings.client_secret !== '',
  audience: settings.audience,
  trust_id: settings.trust_id,
  domains: domains.map(({ domain }) => domain).join(', '),
  claim_email: settings.claim_email,
  claim_first_name: settings.claim_first_name,
  claim_last_name: settings.claim_last_name,
  config_update_interval: settings.config_update_interval,
  active: settings.is_active,
  enforced: settings.is_enforced,
  proved_at: settings.proved_at?.toISOString() ?? null,
  updated_at: settings.updated_at.toISOString(),
});

export const presentConfiguration = (row: Configuration): NonNullable<SsoView['configuration']> => ({
  issuer: row.metadata?.issuer ?? null,
  read_at: row.read_at?.toISOString() ?? null,
  failure: row.failure,
});
