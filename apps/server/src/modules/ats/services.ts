import type { AtsVendorName } from '@headwater/domain/ats/vendors';
import { atsVendors } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { findCompany, mayIntegrate } from '#modules/companies/public.ts';
import {
  type AtsAdapter,
  type AtsClient,
  type Connection,
  type ConnectionServices,
  findConnection,
  openConnection,
  reportFailure,
} from '#modules/connections/public.ts';
import type { ReadFile } from '#modules/files/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Account } from './store/links.ts';

export interface AtsServices extends ConnectionServices {
  jobs: Jobs;
  readFile(actor: Actor, fileId: number): Promise<ReadFile>;
  /** Address of a file that is public for some minutes. */
  linkFile(actor: Actor, fileId: number): Promise<string>;
  /** Public URL of the installation, without a trailing slash. */
  publicUrl: string | undefined;
}

export const titleOf = (vendor: AtsVendorName) => ({ service: atsVendors[vendor].title });

export function adapterOf({ integrations }: Pick<ConnectionServices, 'integrations'>, vendor: string): AtsAdapter {
  const adapter = integrations.get(vendor)?.ats;
  if (!adapter) throw new Error(`the integration ${vendor} has no adapter`);
  return adapter;
}

/** COMP-028. Throws ats_not_available. */
export async function requireAvailable(tx: Tx, actor: Actor, vendor: AtsVendorName): Promise<void> {
  const company = await findCompany(tx, actor.company.id);
  if (!company || !mayIntegrate(company, vendor)) throw new AppError('ats_not_available', titleOf(vendor));
}

/** ROLE-030. Throws ats_only_admins. */
export function requireAdmin({ role }: Actor, vendor: AtsVendorName): void {
  if (atsVendors[vendor].onlyAdmins && role !== 'admin') throw new AppError('ats_only_admins', titleOf(vendor));
}

export const accountOf = ({ integration, external_id: accountId }: Pick<Connection, 'integration' | 'external_id'>): Account => ({
  integration,
  accountId: accountId ?? '',
});

/** Throws ats_not_available, ats_not_connected, or ats_broken with the reason of the vendor. */
export async function requireConnection(tx: Tx, actor: Actor, vendor: AtsVendorName): Promise<Connection> {
  await requireAvailable(tx, actor, vendor);
  const connection = await findConnection(tx, actor.company.id, vendor);
  if (!connection) throw new AppError('ats_not_connected', titleOf(vendor));
  if (connection.state === 'broken') throw new AppError('ats_broken', { ...titleOf(vendor), reason: connection.failure ?? '' });
  return connection;
}

export const clientOf = (services: ConnectionServices, connection: Connection): AtsClient =>
  adapterOf(services, connection.integration).open(openConnection(services, connection));

/** As an error of the catalogue. Others pass through. */
export function toAppError(error: unknown, vendor: AtsVendorName): unknown {
  if (!(error instanceof ServiceError)) return error;
  const parts = { ...titleOf(vendor), reason: error.message };
  switch (error.kind) {
    case 'denied':
      return new AppError('ats_broken', parts);
    case 'rights':
      return new AppError('ats_rights', parts);
    case 'limit':
      return new AppError('ats_limit', { ...titleOf(vendor), count: error.retryAfter ?? 30 });
    case 'rejected':
    case 'gone':
      return new AppError('ats_rejected', parts);
    case 'unknown':
      return new AppError('ats_unknown_outcome', parts);
    default:
      return new AppError('ats_failed', parts);
  }
}

/** Calls the vendor for a waiting user. Marks the connection if the vendor refuses access. */
export async function callVendor<Result>(
  services: ConnectionServices,
  { connection, vendor }: { connection: Connection; vendor: AtsVendorName },
  work: (client: AtsClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(clientOf(services, connection));
  } catch (error) {
    await reportFailure(services, connection, error);
    throw toAppError(error, vendor);
  }
}
