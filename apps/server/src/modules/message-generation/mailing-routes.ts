import { implement } from '@orpc/server';
import { type LlmMailing, llmMailings } from '@headwater/contract/message-generation';
import type { Actor } from '@headwater/domain/roles';
import { findCredits } from '#modules/companies/public.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { cancelLlmMailing, retryLlmMailing, startLlmMailing } from './llm-mailing.ts';
import { countMessages, type MessageCounts, type LlmMailingRow, findLatestMailing } from './mailing-store.ts';
import type { GenerationServices } from './writing.ts';

const nothing: MessageCounts = { total: 0, waiting: 0, writing: 0, done: 0, failed: 0 };

function progressOf(row: LlmMailingRow | undefined, { total, waiting, done }: MessageCounts): LlmMailing['progress'] {
  if (!row) return null;
  if (row.finished_at) return done > 0 ? 'done' : 'failed';
  return waiting === total ? 'pending' : 'processing';
}

/** A list stays a draft until a user launches it. */
export function llmMailingRoutes(services: GenerationServices) {
  const { database, model } = services;
  const api = implement(llmMailings).$context<RequestContext>();
  const inVacancy = <T>(actor: Actor, vacancyId: number, work: (tx: Tx) => Promise<T>) =>
    database.inCompany(actor.company.id, async (tx) => {
      await requireVacancy(tx, actor, { id: vacancyId, right: 'change_candidates' });
      return work(tx);
    });

  async function present(tx: Tx, actor: Actor, vacancyId: number): Promise<LlmMailing> {
    const row = await findLatestMailing(tx, { userId: actor.userId, vacancyId });
    const counts = row ? await countMessages(tx, row.id) : nothing;
    return {
      vacancy_id: vacancyId,
      id: row?.id ?? null,
      mailing_list_id: row?.mailing_id ?? null,
      progress: progressOf(row, counts),
      is_cancelled: row?.is_cancelled ?? false,
      total: counts.total,
      done: counts.done,
      failed: counts.failed,
      without_email: row?.without_email ?? 0,
      is_connected: model !== undefined,
      credits: await findCredits(tx, actor.company.id),
    };
  }

  const after = (actor: Actor, vacancyId: number, work: (tx: Tx) => Promise<void>) =>
    inVacancy(actor, vacancyId, async (tx) => {
      await work(tx);
      return present(tx, actor, vacancyId);
    });

  return {
    create: api.create.handler(({ input, context: { actor } }) =>
      after(actor, input.vacancy, (tx) => startLlmMailing(tx, { actor, services }, input)),
    ),
    status: api.status.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        await requireVacancy(tx, actor, { id: input.vacancy_id });
        return present(tx, actor, input.vacancy_id);
      }),
    ),
    cancel: api.cancel.handler(({ input, context: { actor } }) =>
      after(actor, input.vacancy, (tx) => cancelLlmMailing(tx, { actor, services }, input.vacancy)),
    ),
    retry: api.retry.handler(({ input, context: { actor } }) =>
      after(actor, input.vacancy, (tx) => retryLlmMailing(tx, { actor, services }, input.vacancy)),
    ),
  };
}
