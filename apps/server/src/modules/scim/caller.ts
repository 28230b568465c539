import type { FastifyRequest } from 'fastify';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { bearerTokenOf } from '#platform/http/api-token.ts';
import { basePath } from './protocol/names.ts';
import type { Client, ScimServices } from './services.ts';
import { findByHash, touchToken } from './store/tokens.ts';

/** Limits updates of `used_at`. */
const noteEveryMs = 60_000;

export interface Caller extends Client {
  isLicensed: boolean;
}

export const baseOf = ({ publicUrl }: Pick<ScimServices, 'publicUrl'>, request: FastifyRequest): string =>
  `${(publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '')}${basePath}`;

/** Not cached, so that revocation takes effect immediately. */
export async function findCaller(services: ScimServices, request: FastifyRequest): Promise<Caller | undefined> {
  const { database, clock } = services;
  const value = bearerTokenOf(request);
  if (value === undefined) return undefined;
  const [now, hash] = [clock.now(), hashToken(value)];
  const found = await database.readAsSystem(
    async (tx) => {
      const token = await findByHash(tx, hash);
      const company = token && (await findCompany(tx, token.company_id));
      return token && company?.deleted_at === null ? { company, token } : undefined;
    },
    { isPrepared: true },
  );
  if (!found) return undefined;
  const { company, token } = found;
  const usedAt = token.used_at;
  if (!usedAt || now.getTime() - usedAt.getTime() >= noteEveryMs) await database.inCompany(company.id, (tx) => touchToken(tx, hash, now));
  const { changes_admin_addresses: changesAdminAddresses } = token;
  return { companyId: company.id, changesAdminAddresses, isLicensed: mayWork(company, now), base: baseOf(services, request) };
}
