import { implement } from '@orpc/server';
import { type VacancyDescription, vacancyDescriptions } from '@headwater/contract/vacancy-descriptions';
import type { Actor } from '@headwater/domain/roles';
import { cancelRun, isUnderWay, chargeCredits, refund, writingOptions } from '#modules/generations/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import {
  changeDescription,
  deleteDescription,
  type DescriptionFields,
  type DescriptionRow,
  findDescription,
  insertDescription,
  listDescriptions,
  runs,
} from './store.ts';
import { reason, writeTask, type WritingServices } from './writing.ts';
import { pageWindow } from '#platform/page-window.ts';

const present = ({
  company_id: _company,
  user_id: _user,
  run: _run,
  is_paid: _paid,
  updated_at: _at,
  ...row
}: DescriptionRow): VacancyDescription => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

async function own(tx: Tx, actor: Actor, id: number): Promise<DescriptionRow> {
  const row = await findDescription(tx, { userId: actor.userId, id, lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}

const start = (tx: Tx, { company_id: companyId, id, run }: DescriptionRow) => enqueue(tx, writeTask, { payload: { companyId, id, run } });

export function vacancyDescriptionRoutes({ database, clock, model }: WritingServices) {
  const api = implement(vacancyDescriptions).$context<RequestContext>();
  const charge = () => ({ model, reason, now: clock.now() }) as const;

  async function create(tx: Tx, actor: Actor, fields: DescriptionFields): Promise<DescriptionRow> {
    const isPaid = await chargeCredits(tx, actor, charge());
    const row = await insertDescription(tx, { companyId: actor.company.id, userId: actor.userId }, { fields, isPaid, now: clock.now() });
    await start(tx, row);
    return row;
  }

  async function update(tx: Tx, actor: Actor, input: Partial<DescriptionFields> & { id: number; body?: string; generate: boolean }) {
    const { id, generate, ...change } = input;
    const row = await own(tx, actor, id);
    if (isUnderWay(row)) throw new AppError('text_being_written');
    if (!generate) return changeDescription(tx, id, { change, isAnew: false, now: clock.now() });
    const isPaid = await chargeCredits(tx, actor, charge());
    const begun = await changeDescription(tx, id, {
      change: { ...change, progress: 'pending', is_paid: isPaid },
      isAnew: true,
      now: clock.now(),
    });
    await start(tx, begun);
    return begun;
  }

  return {
    list: api.list.handler(({ input: { page, per_page: perPage }, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const { count, rows } = await listDescriptions(tx, actor.userId, { ...pageWindow(page, perPage) });
        return { descriptions: rows.map(present), count, pages: pagesOf({ page, perPage, count }) };
      }),
    ),
    languages: api.languages.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) => writingOptions(tx, actor, model)),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) =>
        present(await create(tx, actor, { ...input, language: input.language ?? actor.language })),
      ),
    ),
    one: api.one.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const row = await findDescription(tx, { userId: actor.userId, id: input.id });
        if (!row) throw new AppError('not_found');
        return present(row);
      }),
    ),
    update: api.update.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await update(tx, actor, input))),
    ),
    cancel: api.cancel.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) =>
        present(await cancelRun(tx, runs, { row: await own(tx, actor, input.id), reason, now: clock.now() })),
      ),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const row = await own(tx, actor, input.id);
        if (isUnderWay(row)) await refund(tx, row, { reason, now: clock.now() });
        await deleteDescription(tx, row.id);
        return {};
      }),
    ),
  };
}
