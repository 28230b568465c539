import { implement } from '@orpc/server';
import { type HiringManagerSettings, hiringManagerSettings } from '@headwater/contract/hiring-manager-settings';
import { hiringManagerSections, type HiringManagerAccess } from '@headwater/domain/permission-flags';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { lockManaged, requireManaged } from './actions/save-company.ts';
import { lockCompany, updateCompany } from './store/admin.ts';
import { type Company, findCompany } from './store/companies.ts';

const view = ({ hm_display_sections: sections }: Company): HiringManagerSettings => ({
  hm_display_sections: Object.fromEntries(hiringManagerSections.map((name) => [name, sections[name]])) as unknown as HiringManagerAccess,
});

type Changes = Partial<Record<keyof HiringManagerAccess, boolean | undefined>>;

const save = async (tx: Tx, company: Company | undefined, changes: Changes) => {
  if (!company) throw new AppError('not_found');
  const sections = JSON.stringify({ ...company.hm_display_sections, ...changes });
  return view(await updateCompany(tx, company.id, { hm_display_sections: sections }));
};

/** EMP-072 to EMP-076. A change applies from the next request of each hiring manager. */
export function hiringManagerSettingsRoutes(database: Database) {
  const api = implement(hiringManagerSettings).$context<RequestContext>();
  return {
    ofOwn: api.ofOwn.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const company = await findCompany(tx, actor.company.id);
        if (!company) throw new AppError('not_found');
        return view(company);
      }),
    ),
    saveOwn: api.saveOwn.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => save(tx, await lockCompany(tx, actor.company.id), input.hm_display_sections)),
    ),
    ofCompany: api.ofCompany.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => view(await requireManaged(tx, actor, input.id))),
    ),
    saveOfCompany: api.saveOfCompany.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => save(tx, await lockManaged(tx, actor, input.id), input.hm_display_sections)),
    ),
  };
}
