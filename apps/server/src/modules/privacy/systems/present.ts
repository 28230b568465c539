import { message, type MessageKey, catalogue } from '@headwater/contract/errors';
import type { ErasureView, SystemCopy } from '@headwater/contract/privacy';
import type { Language } from '@headwater/contract/texts';
import { atsSystemTitle } from '@headwater/domain/ats/imports';
import { accountOf, clientOf, listLinksOfProfile } from '#modules/ats/public.ts';
import { type ConnectionServices, findConnection } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { CopyRow } from './store.ts';

const isMessage = (key: string): key is MessageKey => Object.hasOwn(catalogue, key);

export const presentCopy = (
  { id, integration, url, state, failure, reason }: CopyRow,
  language: Language,
): ErasureView['systems'][number] => {
  const service = atsSystemTitle(integration);
  return {
    id,
    title: service,
    url,
    state,
    error: failure !== null && isMessage(failure) ? message(failure, language, { service, reason: reason ?? '' }) : null,
  };
};

/** Systems that received the person, and whether their API erases people. */
export async function listSystems(
  tx: Tx,
  services: ConnectionServices,
  { profileIds, companyId }: { profileIds: readonly number[]; companyId: number },
): Promise<SystemCopy[]> {
  const systems: SystemCopy[] = [];
  for (const profileId of profileIds)
    for (const link of await listLinksOfProfile(tx, profileId)) {
      if (link.company_id !== companyId || link.deleted_at !== null) continue;
      const connection = await findConnection(tx, companyId, link.integration);
      const isOwn = connection && accountOf(connection).accountId === link.account_id;
      const erasable = isOwn === true && clientOf(services, connection).erase !== undefined;
      systems.push({ id: link.id, title: atsSystemTitle(link.integration), url: link.url, erasable });
    }
  return systems;
}
