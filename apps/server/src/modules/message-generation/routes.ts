import { implement } from '@orpc/server';
import { type MessageGeneration, messageGeneration } from '@headwater/contract/message-generation';
import type { Actor } from '@headwater/domain/roles';
import { cancelRun, chargeCredits, writingOptions } from '#modules/generations/public.ts';
import { findMessage } from '#modules/messaging/messages/public.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { languageOf } from './person-in-prompt.ts';
import { findGeneration, deleteOldGenerations, type GenerationRow, insertGenerations, runs } from './store.ts';
import { type GenerationServices, reasonOf, enqueueWriting } from './writing.ts';

const present = (row: GenerationRow): MessageGeneration => ({
  id: row.id,
  profile_id: row.profile_id,
  progress: row.progress === 'cancelled' ? 'failed' : row.progress,
  is_cancelled: row.progress === 'cancelled',
  language: row.language ?? 'en',
  messages: row.messages,
  created_at: row.created_at.toISOString(),
});

interface GenerationInput {
  job_description: string;
  profile_id: number;
  language?: MessageGeneration['language'] | undefined;
  message_id?: number | undefined;
}

async function requireAnswered(tx: Tx, actor: Actor, { message_id: id, profile_id: profileId }: GenerationInput): Promise<void> {
  if (id === undefined) return;
  const message = await findMessage(tx, id);
  if (!message || message.created_by !== actor.userId || message.profile_id !== profileId)
    throw new FieldErrors({ message_id: 'not_found' });
}

export function messageGenerationRoutes(services: GenerationServices) {
  const { database, clock, model } = services;
  const api = implement(messageGeneration).$context<RequestContext>();

  async function create(tx: Tx, actor: Actor, input: GenerationInput): Promise<GenerationRow> {
    const { data } = await requireProfile(tx, input.profile_id);
    await requireAnswered(tx, actor, input);
    const now = clock.now();
    const owner = { companyId: actor.company.id, userId: actor.userId, now };
    const reason = reasonOf({ llm_mailing_id: null });
    const isPaid = await chargeCredits(tx, actor, { model, reason, now });
    await deleteOldGenerations(tx, actor.userId, now);
    const { profile_id: profileId, job_description: jobDescription, message_id: messageId, language = languageOf(data) } = input;
    const [row] = await insertGenerations(tx, { ...owner, isPaid }, [{ profileId, jobDescription, messageId, language }]);
    if (!row) throw new Error('an inserted row is missing');
    await enqueueWriting(tx, row);
    return row;
  }

  async function cancel(tx: Tx, actor: Actor, id: number): Promise<GenerationRow> {
    const row = await findGeneration(tx, { userId: actor.userId, id, lock: true });
    if (!row) throw new AppError('not_found');
    return cancelRun(tx, runs, { row, isWritten: row.messages.length > 0, reason: reasonOf(row), now: clock.now() });
  }

  return {
    languages: api.languages.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) => writingOptions(tx, actor, model)),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await create(tx, actor, input))),
    ),
    one: api.one.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const row = await findGeneration(tx, { userId: actor.userId, id: input.id });
        if (!row) throw new AppError('not_found');
        return present(row);
      }),
    ),
    cancel: api.cancel.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await cancel(tx, actor, input.id))),
    ),
  };
}
