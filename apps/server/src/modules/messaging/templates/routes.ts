import { implement } from '@orpc/server';
import { templates } from '@headwater/contract/templates';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import { type AttachServices, attachFile } from './actions/attach.ts';
import { requireTemplate } from './actions/require-template.ts';
import { changeTemplate, createTemplate, restoreTemplate, type TemplateServices } from './actions/save-template.ts';
import { presentAttachment, presentBuiltIn, presentExamples, presentTemplates } from './present.ts';
import { listCreators, listTemplates, markDeleted, type TemplateRow } from './store.ts';

async function one(tx: Tx, actor: Actor, row: TemplateRow) {
  const [view] = await presentTemplates(tx, actor, [row]);
  if (!view) throw new AppError('not_found');
  return view;
}

const announce = (tx: Tx, actor: Actor, id: number) => publish(tx, { companyId: actor.company.id, topic: 'templates', ids: [id] });

export function templateRoutes(services: TemplateServices & AttachServices) {
  const { database, clock } = services;
  const api = implement(templates).$context<RequestContext>();
  const answer = (actor: Actor, work: (tx: Tx) => Promise<TemplateRow>) =>
    database.inCompany(actor.company.id, async (tx) => one(tx, actor, await work(tx)));
  const change = (actor: Actor, work: (tx: Tx) => Promise<TemplateRow>) =>
    answer(actor, async (tx) => {
      const row = await work(tx);
      await announce(tx, actor, row.id);
      return row;
    });
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const { created_by: createdBy, search, limit, offset } = input;
        const { count, rows } = await listTemplates(tx, actor, { createdBy, search, limit, offset });
        const access = await defaultAccess(tx, actor.company.id);
        const examples = presentExamples(actor).map((example) => ({ ...example, access_type: access }));
        return { templates: await presentTemplates(tx, actor, rows), count, example_templates: examples };
      }),
    ),
    creators: api.creators.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const people = await listCreators(tx, actor);
        // ROLE-067.
        return { creators: people.toSorted((left, right) => Number(right.id === actor.userId) - Number(left.id === actor.userId)) };
      }),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      change(actor, (tx) => createTemplate(tx, actor, { ...input, now: clock.now() })),
    ),
    get: api.get.handler(async ({ input, context: { actor } }) => {
      const known = presentBuiltIn(actor, input.id);
      if (!known) return answer(actor, (tx) => requireTemplate(tx, actor, { id: input.id, right: 'see' }));
      const access = await database.readInCompany(actor.company.id, (tx) => defaultAccess(tx, actor.company.id));
      return { ...known, access_type: access };
    }),
    update: api.update.handler(({ input, context: { actor } }) =>
      change(actor, (tx) => changeTemplate(tx, actor, { ...input, now: clock.now() })),
    ),
    remove: api.remove.handler(({ input: { id }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await requireTemplate(tx, actor, { id, right: 'change' });
        await markDeleted(tx, id, clock.now());
        await announce(tx, actor, id);
        return { id };
      }),
    ),
    restore: api.restore.handler(({ input: { id }, context: { actor } }) =>
      change(actor, (tx) => restoreTemplate(tx, actor, { id, now: clock.now() })),
    ),
    attach: api.attach.handler(async ({ input, context: { actor } }) =>
      presentAttachment(
        await attachFile(services, actor, { file: input.file, isInlineImage: input.is_inline_image }),
        input.is_inline_image,
      ),
    ),
  };
}
