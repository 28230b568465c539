import type { Language } from '@headwater/contract/errors';
import { maxLlmMailing } from '@headwater/contract/message-generation';
import { readTexts } from '@headwater/contract/texts';
import { mailingTemplates } from '@headwater/contract/mailing-steps';
import type { Actor } from '@headwater/domain/roles';
import { returnCredit } from '#modules/companies/public.ts';
import { chargeCredits } from '#modules/generations/public.ts';
import { createMailing, requireMailing } from '#modules/messaging/campaigns/public.ts';
import { addressesOf } from '#modules/profiles/public/addresses.ts';
import { candidatesOf, requireVacancy } from '#modules/vacancies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import {
  cancelMessages,
  countMessages,
  countMailings,
  insertLlmMailing,
  isAnotherRunning,
  findLatestMailing,
  lockMailingsOf,
  restartMessages,
} from './mailing-store.ts';
import { type GenerationRow, insertGenerations } from './store.ts';
import { type GenerationServices, enqueueWriting } from './writing.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

/** Text for candidates that a user adds later, as generated messages are personal. */
const firstText = (language: Language) => ({
  name: read('name', language),
  subject: read('subject', language),
  body: read('body', language),
});

const longestJob = 10_000;

export interface LlmMailingContext {
  actor: Actor;
  services: Pick<GenerationServices, 'clock' | 'model'>;
}

export interface LlmMailingInput {
  vacancy: number;
  prompt: string;
  candidate_ids?: number[] | undefined;
}

async function peopleFor(tx: Tx, actor: Actor, { vacancy, candidate_ids: ids }: LlmMailingInput) {
  const chosen = ids && new Set(ids);
  const people = (await candidatesOf(tx, vacancy)).filter(({ id }) => !chosen || chosen.has(id));
  const addresses = await addressesOf(
    tx,
    actor,
    people.map(({ profileId }) => profileId),
  );
  const reachable = people.filter(({ profileId }) => addresses.get(profileId)?.isUsable);
  if (reachable.length === 0) throw new AppError('llm_mailing_nobody');
  if (reachable.length > maxLlmMailing) throw new AppError('llm_mailing_too_many', { max: maxLlmMailing });
  return { reachable, withoutEmail: people.length - reachable.length };
}

async function begin(tx: Tx, rows: readonly GenerationRow[]): Promise<void> {
  for (const row of rows) await enqueueWriting(tx, row);
}

const reason = 'llm_mailing';

/** AIO-017. Throws llm_mailing_running if a mailing is already running. */
export async function startLlmMailing(tx: Tx, { actor, services }: LlmMailingContext, input: LlmMailingInput): Promise<void> {
  const now = services.clock.now();
  const owner = { companyId: actor.company.id, userId: actor.userId, now };
  const vacancy = await requireVacancy(tx, actor, { id: input.vacancy });
  await lockMailingsOf(tx, { userId: actor.userId, vacancyId: vacancy.id });
  const { reachable, withoutEmail } = await peopleFor(tx, actor, input);
  const isPaid = await chargeCredits(tx, actor, { model: services.model, reason, now, count: reachable.length });
  const { name, ...text } = firstText(actor.language);
  const templates = mailingTemplates.parse([text]);
  const number = (await countMailings(tx, vacancy.id)) + 1;
  const mailing = await createMailing(tx, actor, { kind: 'mass', name: `${name} ${number}`, folder_id: vacancy.id, templates, now });
  // Same format as in the composer for a single candidate.
  const title = [vacancy.name, vacancy.company_name].filter(Boolean).join(', ');
  const jobDescription = [title, vacancy.description].filter(Boolean).join('\n\n').slice(0, longestJob);
  const row = await insertLlmMailing(tx, {
    ...owner,
    vacancyId: vacancy.id,
    mailingId: mailing.id,
    jobDescription,
    prompt: input.prompt,
    withoutEmail,
  });
  if (!row) throw new AppError('llm_mailing_running');
  const generations = reachable.map(({ id, profileId }) => ({ profileId, mailing: { id: row.id, candidateId: id } }));
  await begin(tx, await insertGenerations(tx, { ...owner, isPaid }, generations));
}

export async function cancelLlmMailing(tx: Tx, { actor, services: { clock } }: LlmMailingContext, vacancyId: number): Promise<void> {
  const row = await findLatestMailing(tx, { userId: actor.userId, vacancyId, lock: true });
  if (!row || row.finished_at) return;
  const now = clock.now();
  const count = await cancelMessages(tx, row.id, now);
  if (count > 0) await returnCredit(tx, { companyId: actor.company.id, authorId: actor.userId, reason, count, now });
}

export async function retryLlmMailing(tx: Tx, { actor, services }: LlmMailingContext, vacancyId: number): Promise<void> {
  await lockMailingsOf(tx, { userId: actor.userId, vacancyId });
  const row = await findLatestMailing(tx, { userId: actor.userId, vacancyId, lock: true });
  if (row && (!row.finished_at || (await isAnotherRunning(tx, row)))) throw new AppError('llm_mailing_running');
  const count = row ? (await countMessages(tx, row.id)).failed : 0;
  if (!row || count === 0) throw new AppError('llm_mailing_none');
  await requireMailing(tx, actor, { id: row.mailing_id, right: 'change' });
  const now = services.clock.now();
  const isPaid = await chargeCredits(tx, actor, { model: services.model, reason, now, count });
  await begin(tx, await restartMessages(tx, row.id, { isPaid, now }));
}
