import { messageStyles } from '@headwater/contract/message-generation';
import type { Actor } from '@headwater/domain/roles';
import { defineWriting, finishRun, handleWriting } from '#modules/generations/public.ts';
import { addToMailing, savePersonalText, requireMailing } from '#modules/messaging/campaigns/public.ts';
import { findMessage, listReplies } from '#modules/messaging/messages/public.ts';
import { contactValuesOf } from '#modules/profiles/public/contacts.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type LanguageModel, LanguageModelError } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import { enqueue, type TaskHandler } from '#platform/queue/queue.ts';
import { findLlmMailing, finishIfComplete, lockLlmMailing } from './mailing-store.ts';
import { cutterFor, languageOf, personFor } from './person-in-prompt.ts';
import { type Brief, promptOf, readMessage } from './prompt.ts';
import { addProposal, type GenerationRow, type Proposal, runs } from './store.ts';

export interface GenerationServices {
  database: Database;
  clock: Clock;
  log: Log;
  model: LanguageModel | undefined;
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
}

const writeTask = defineWriting('write_message');

/** One message of a company at a time, so that it cannot occupy all workers. */
export const enqueueWriting = (tx: Tx, { company_id: companyId, id, run, llm_mailing_id: mailing }: GenerationRow) =>
  enqueue(tx, writeTask, { payload: { companyId, id, run }, ...(mailing === null ? {} : { queue: `llm_mailing_${companyId}` }) });

export const reasonOf = ({ llm_mailing_id: mailing }: Pick<GenerationRow, 'llm_mailing_id'>) =>
  mailing === null ? 'message_generation' : 'llm_mailing';

async function requireActor(tx: Tx, services: GenerationServices, row: GenerationRow): Promise<Actor> {
  const actor = await services.findActor(tx, row.user_id);
  if (!actor) throw new AppError('job_person_gone');
  return actor;
}

/** Throws AppError if the message can no longer be written. */
async function briefOf(tx: Tx, services: GenerationServices, row: GenerationRow): Promise<Brief> {
  const actor = await requireActor(tx, services, row);
  const mailing = row.llm_mailing_id === null ? undefined : await findLlmMailing(tx, row.llm_mailing_id);
  if (mailing) await requireMailing(tx, actor, { id: mailing.mailing_id });
  const { data } = await requireProfile(tx, row.profile_id);
  // All contacts, regardless of the writer's rights: they are only removed from texts.
  const contacts = await contactValuesOf(tx, row.profile_id);
  const message = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
  const reply = message && (await listReplies(tx, message.id)).findLast(({ kind }) => kind === 'reply');
  const cut = cutterFor(data, contacts);
  // Telegram messages have no subject; the reply may have one.
  const subject = message?.subject || (reply?.subject ?? '');
  return {
    language: row.language ?? languageOf(data),
    jobDescription: mailing?.job_description ?? row.job_description,
    wishes: mailing?.prompt,
    person: personFor(data, contacts),
    earlier: message && {
      subject,
      knownSubject: cut(subject),
      ...(reply ? { answer: cut(reply.own_text, 2000) } : {}),
    },
  };
}

async function write({ model }: GenerationServices, brief: Brief, { style, signal }: { style: Proposal['style']; signal: AbortSignal }) {
  const said = (await model?.ask({ ...promptOf(brief, style), signal })) ?? '';
  const message = readMessage(said, brief);
  return message && { style, ...message };
}

async function writeAll(services: GenerationServices, row: GenerationRow, signal: AbortSignal): Promise<Proposal[]> {
  const { database, log } = services;
  const proposals = [...row.messages];
  const styles = row.llm_mailing_id === null ? messageStyles : (['warm'] as const);
  try {
    const brief = await database.readInCompany(row.company_id, (tx) => briefOf(tx, services, row));
    for (const style of styles.filter((one) => !proposals.some((known) => known.style === one))) {
      // oxlint-disable-next-line no-await-in-loop -- one question at a time, so that the first text is shown early
      const proposal = await write(services, brief, { style, signal });
      if (!proposal) continue;
      // oxlint-disable-next-line no-await-in-loop -- stored before the next question in case the worker stops
      if (!(await database.inCompany(row.company_id, (tx) => addProposal(tx, row, proposal)))) return proposals;
      proposals.push(proposal);
    }
  } catch (error) {
    if (!(error instanceof LanguageModelError) && !(error instanceof AppError)) throw error;
    log.warn({ err: error, id: row.id }, 'message generation failed');
  }
  return proposals;
}

const finish = (tx: Tx, row: GenerationRow, ended: { progress: 'done' | 'failed'; now: Date }) =>
  finishRun(tx, runs, { row, reason: reasonOf(row), ...ended });

/** Throws AppError if the list or the candidate is gone. */
async function addToMailingList(
  tx: Tx,
  services: GenerationServices,
  { row, proposal }: { row: GenerationRow; proposal: Proposal },
): Promise<void> {
  const now = services.clock.now();
  const llmMailing = await lockLlmMailing(tx, row.llm_mailing_id ?? 0);
  if (!llmMailing || !(await finish(tx, row, { progress: 'done', now }))) return;
  const actor = await requireActor(tx, services, row);
  const mailing = await requireMailing(tx, actor, { id: llmMailing.mailing_id, right: 'send' });
  const whom = { candidate_ids: [row.candidate_id ?? 0], profile_ids: [], source: 'vacancy' as const, open_contacts: false };
  await addToMailing(tx, actor, { mailing, input: { ...whom, now } });
  const text = { profileId: row.profile_id, subject: proposal.subject || null, body: proposal.body, now };
  if (!(await savePersonalText(tx, mailing, text))) throw new AppError('not_found');
  await finishIfComplete(tx, llmMailing.id, now);
}

async function finishMailingMessage(services: GenerationServices, row: GenerationRow, proposal: Proposal | undefined): Promise<void> {
  const { database, clock, log } = services;
  try {
    if (proposal) return await database.inCompany(row.company_id, (tx) => addToMailingList(tx, services, { row, proposal }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, id: row.id }, 'could not add the message to its mailing list');
  }
  await database.inCompany(row.company_id, async (tx) => {
    const now = clock.now();
    const mailing = await lockLlmMailing(tx, row.llm_mailing_id ?? 0);
    if (mailing && (await finish(tx, row, { progress: 'failed', now }))) await finishIfComplete(tx, mailing.id, now);
  });
}

export const writeMessageHandler = (services: GenerationServices): TaskHandler =>
  handleWriting(writeTask, services.database, {
    runs,
    write: (row, signal) => writeAll(services, row, signal),
    async keep(row, proposals) {
      if (row.llm_mailing_id !== null) return finishMailingMessage(services, row, proposals[0]);
      const progress = proposals.length > 0 ? 'done' : 'failed';
      await services.database.inCompany(row.company_id, (tx) => finish(tx, row, { progress, now: services.clock.now() }));
    },
  });
