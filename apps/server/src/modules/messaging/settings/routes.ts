import { implement } from '@orpc/server';
import { messagingSettings } from '@headwater/contract/messaging-settings';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type CompanyMessaging, findCompanyMessaging, saveCompanyMessaging } from './store.ts';

async function settingsOf(tx: Tx, companyId: number): Promise<CompanyMessaging> {
  const settings = (await findCompanyMessaging(tx, [companyId])).get(companyId);
  if (!settings) throw new Error('a company without messaging settings');
  return settings;
}

export function messagingSettingsRoutes({ database }: { database: Database }) {
  const api = implement(messagingSettings).$context<RequestContext>();
  return {
    get: api.get.handler(({ context: { actor } }) => database.readInCompany(actor.company.id, (tx) => settingsOf(tx, actor.company.id))),
    save: api.save.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { id: companyId } = actor.company;
        const known = await settingsOf(tx, companyId);
        const changed = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        await saveCompanyMessaging(tx, companyId, { ...known, ...changed });
        return settingsOf(tx, companyId);
      }),
    ),
  };
}
