import { implement } from '@orpc/server';
import { atsImports, type AtsImportInput, type AtsImportState } from '@headwater/contract/ats-imports';
import type { AtsImportName } from '@headwater/domain/ats/imports';
import type { Actor } from '@headwater/domain/roles';
import type { RequestContext } from '#platform/http/context.ts';
import { namesInOrder, presentImport, startImport, type StartServices } from './actions.ts';
import { findImport, listImports } from './store.ts';

const api = implement(atsImports).$context<RequestContext>();

const empty: AtsImportInput = {
  email: '',
  access_token: '',
  client_id: '',
  client_secret: '',
  api_key: '',
  connection_link: '',
  huntflow_premier: false,
  huntflow_api_url: '',
};

export function atsImportRoutes(services: StartServices) {
  const { database } = services;
  async function start(actor: Actor, name: AtsImportName, input: Partial<AtsImportInput>): Promise<AtsImportState> {
    await startImport(services, actor, { name, input: { ...empty, ...input } });
    return database.inCompany(actor.company.id, async (tx) =>
      presentImport(tx, { actor, name, row: await findImport(tx, actor.company.id, name) }),
    );
  }
  return {
    list: api.list.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const imports: AtsImportState[] = [];
        for (const each of namesInOrder(await listImports(tx, actor.company.id))) imports.push(await presentImport(tx, { actor, ...each }));
        return { imports };
      }),
    ),
    greenhouse_import: api.greenhouse_import.handler(({ input, context: { actor } }) => start(actor, 'greenhouse_import', input)),
    smartrecruiters_import: api.smartrecruiters_import.handler(({ input, context: { actor } }) =>
      start(actor, 'smartrecruiters_import', input),
    ),
    huntflow_import: api.huntflow_import.handler(({ input, context: { actor } }) => start(actor, 'huntflow_import', input)),
  };
}
