import type { AtsLink, SocialAccount } from '@headwater/contract/ats';
import type { AtsVendorName } from '@headwater/domain/ats/vendors';
import { atsVendors, isAtsVendor } from '@headwater/domain/ats/vendors';
import { type AtsApplication, type Connection, type ConnectionServices, openSecret } from '#modules/connections/public.ts';
import type { listApplications, LinkRow } from './store/links.ts';

interface Reading {
  secrets: ConnectionServices['secrets'];
  /** Public address of the installation. */
  origin: string;
}

export function presentAccount(connection: Connection, { secrets, origin }: Reading): SocialAccount {
  const vendor = connection.integration as AtsVendorName;
  const secret = openSecret(secrets, connection);
  const { email } = connection.settings;
  const kind = atsVendors[vendor].manualWebhook;
  return {
    id: connection.id,
    vendor,
    access_token: `…${(secret.apiKey ?? secret.tokens?.refresh ?? '').slice(-4)}`,
    active: connection.state === 'connected',
    create_date: connection.created_at.toISOString(),
    last_refresh_date: connection.last_checked_at?.toISOString() ?? null,
    name: connection.external_name,
    email: typeof email === 'string' ? email : null,
    failure: connection.failure,
    failed_events: connection.failed_events,
    event_failure: connection.event_failure,
    webhook:
      kind === null
        ? null
        : { url: `${origin}/api/webhooks/${vendor}/${connection.webhook_key}`, key: kind === 'our_key' ? (secret.webhookKey ?? '') : null },
  };
}

export const presentAccounts = (connections: readonly Connection[], reading: Reading): SocialAccount[] =>
  connections.filter(({ integration }) => isAtsVendor(integration)).map((connection) => presentAccount(connection, reading));

export const presentApplication = ({ id, jobId, jobTitle, status, stage }: Omit<AtsApplication, 'isActive'>) => ({
  id,
  job_id: jobId,
  job_title: jobTitle,
  status,
  stage,
});

type ApplicationRow = Awaited<ReturnType<typeof listApplications>>[number];

export const presentLinks = (links: readonly LinkRow[], applications: readonly ApplicationRow[]): AtsLink[] =>
  links.flatMap((link) =>
    isAtsVendor(link.integration)
      ? [
          {
            vendor: link.integration,
            candidate_id: link.person_id,
            candidate_name: link.person_name,
            url: link.url,
            applications: applications
              .filter((row) => row.link_id === link.id)
              .map(({ application_id: id, job_id, job_title, status, stage }) => ({ id, job_id, job_title, status, stage })),
            updates_subscription: link.has_updates,
            deleted: link.deleted_at !== null,
            read_date: link.read_at?.toISOString() ?? null,
          },
        ]
      : [],
  );
