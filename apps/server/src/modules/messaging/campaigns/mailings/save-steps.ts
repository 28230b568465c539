import { channelArea, isMessenger } from '@headwater/domain/outreach/channels';
import type { MailingTemplateInput } from '@headwater/contract/mailing-steps';
import type { MessageKey } from '@headwater/contract/errors';
import { windowProblem, zoneOfOffset } from '@headwater/domain/outreach/schedule';
import { mayAccess } from '@headwater/domain/access';
import { telegramTextBounds } from '@headwater/domain/outreach/telegram';
import { storableText } from '@headwater/domain/storable-text';
import { templateBounds } from '@headwater/domain/outreach/templates';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors, type Said } from '#platform/errors.ts';
import { safeHtml } from '#platform/mail/safe-html.ts';
import { requireMessageFiles } from '#modules/files/public.ts';
import { attachToMailing } from '../store/files.ts';
import { reopenFinished } from '../store/launch-classes.ts';
import { type MailingRow, updateMailing } from '../store/mailings.ts';
import { deleteSteps, insertStep, listSteps, type StepContent, type StepRow, updateStep } from '../store/steps.ts';

/** Prefixes errors with the position of the message (MAIL-057). */
function inTemplate<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw placed(index, error);
  }
}

function placed(index: number, error: unknown): unknown {
  if (!(error instanceof FieldErrors)) return error;
  return new FieldErrors(Object.fromEntries(Object.entries(error.fields).map(([name, said]) => [`templates.${index}.${name}`, said])));
}

function cleanBody(body: string): string {
  const clean = safeHtml(body);
  if (clean.length > templateBounds.body) throw new FieldErrors({ body: { key: 'field_too_long', parts: { count: templateBounds.body } } });
  return clean;
}

function plainBody({ body, attachment_ids: files, variant_b: other }: MailingTemplateInput): string {
  if (files.length > 0) throw new FieldErrors({ attachment_ids: 'mailing_channel_plain' });
  if (other) throw new FieldErrors({ variant_b: 'mailing_channel_plain' });
  const text = storableText(body);
  if (text.length > telegramTextBounds.message)
    throw new FieldErrors({ body: { key: 'field_too_long', parts: { count: telegramTextBounds.message } } });
  return text;
}

/** Messenger steps need a sequence and access to the messenger; existing steps stay. */
function requireChannel(
  actor: Actor,
  { mailing, template, known }: { mailing: MailingRow; template: MailingTemplateInput; known: StepRow | undefined },
) {
  if (template.channel === 'email') return;
  if (mailing.type !== 'sequence') throw new FieldErrors({ channel: 'mailing_channel_list' });
  if (known?.channel !== template.channel && !mayAccess(channelArea[template.channel], actor))
    throw new FieldErrors({ channel: 'mailing_channel_closed' });
}

function contentOf(template: MailingTemplateInput, position: number): StepContent {
  const { send_time_from: from, send_time_to: to, variant_b: other } = template;
  const problem = windowProblem(from, to);
  const said: MessageKey | undefined = problem && (from === null || to === null ? 'window_pair' : 'window_order');
  if (problem && said) throw new FieldErrors({ [`send_time_${problem}`]: said });
  const names = template.custom_variables.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new FieldErrors({ custom_variables: { key: 'variable_twice', parts: { name: twice } } satisfies Said });
  const offset = template.send_time_utc_offset;
  return {
    position,
    channel: template.channel,
    falls_back: template.falls_back,
    subject: template.subject,
    body: isMessenger(template.channel) ? plainBody(template) : cleanBody(template.body),
    custom_variables: template.custom_variables,
    subject_b: other?.subject ?? null,
    body_b: other ? cleanBody(other.body) : null,
    send_delay: template.send_delay,
    delay_kind: template.delay_kind,
    send_time_from: from,
    send_time_to: to,
    send_time: template.send_time,
    send_time_zone: template.send_time_zone ?? (offset ? zoneOfOffset(offset) : null),
  };
}

/**
 * MAIL-003 to MAIL-005, MAIL-036: replaces the steps. Numbers of existing steps stay, and deleted
 * numbers are not reused.
 */
export async function saveSteps(
  tx: Tx,
  { actor, mailing, now }: { actor: Actor; mailing: MailingRow; now: Date },
  templates: readonly MailingTemplateInput[],
): Promise<void> {
  const known = new Map((await listSteps(tx, [mailing.id])).map((step) => [step.id, step]));
  const keptIds = templates.flatMap((template) => template.id ?? []);
  const odd = templates.findIndex(
    ({ id }, index) => id !== undefined && (!known.has(id) || keptIds.indexOf(id) !== keptIds.lastIndexOf(id)) && index >= 0,
  );
  if (odd >= 0) throw new FieldErrors({ [`templates.${odd}.id`]: 'mailing_template_unknown' });
  await deleteSteps(tx, mailing.id, { keep: keptIds });
  let next = mailing.next_number;
  for (const [index, template] of templates.entries()) {
    const step = template.id === undefined ? undefined : known.get(template.id);
    const content = inTemplate(index, () => {
      requireChannel(actor, { mailing, template, known: step });
      return contentOf(template, index);
    });
    const files = await requireMessageFiles(tx, actor, template.attachment_ids).catch((error: unknown) => {
      throw placed(index, error);
    });
    const number = step?.number ?? next++;
    if (step) await updateStep(tx, step.id, content);
    else await insertStep(tx, { companyId: mailing.company_id, mailingId: mailing.id, number }, content);
    await attachToMailing(tx, { id: mailing.id, companyId: mailing.company_id, step: number }, files);
  }
  await updateMailing(tx, mailing.id, { next_number: next, now });
  if (next > mailing.next_number) await reopenFinished(tx, mailing.id, now);
}
