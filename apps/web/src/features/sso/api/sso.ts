import type { SsoChanges, SsoInput, SsoView } from '@headwater/contract/sso';
import { queryOptions } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

const of = (companyId: number | undefined) => (companyId === undefined ? {} : { company_id: companyId });

/** Without an id, the user's own company. */
export const ssoQuery = (companyId: number | undefined) => queryOptions(orpc.sso.settings.queryOptions({ input: of(companyId) }));

export const createSso = (companyId: number | undefined, input: SsoInput): Promise<SsoView> =>
  api.sso.create({ ...input, ...of(companyId) });

export const saveSso = (companyId: number | undefined, changes: SsoChanges): Promise<SsoView> =>
  api.sso.save({ ...changes, ...of(companyId) });

/** Only the given domains, so that staff confirm what they have reviewed. */
export const verifyDomains = (companyId: number | undefined, domains: string[]): Promise<SsoView> =>
  api.sso.verifyDomains({ ...of(companyId), domains });
