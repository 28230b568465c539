import type { MadeScimToken, ScimView } from '@headwater/contract/scim';
import { queryOptions } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

const of = (companyId: number | undefined) => (companyId === undefined ? {} : { company_id: companyId });

/** Without an id, the user's own company. */
export const scimQuery = (companyId: number | undefined) => queryOptions(orpc.scim.settings.queryOptions({ input: of(companyId) }));

type Proof = Pick<Parameters<typeof api.scim.createToken>[0], 'password' | 'code' | 'passkey'>;

/** Undefined if the user cancels. Another feature renders the dialog. */
export type Prove = <T>(step: { title: string; submitLabel: string; submit: (proof: Proof) => Promise<T> }) => Promise<T | undefined>;

export const createScimToken = (companyId: number | undefined, proof: Proof): Promise<MadeScimToken> =>
  api.scim.createToken({ ...of(companyId), ...proof });

export const saveScimRule = (companyId: number | undefined, isAllowed: boolean): Promise<ScimView> =>
  api.scim.save({ ...of(companyId), changes_admin_addresses: isAllowed });

export const revokeScimToken = (companyId: number | undefined): Promise<ScimView> => api.scim.revokeToken(of(companyId));
