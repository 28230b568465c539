import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { MailingTemplateView } from '@headwater/contract/mailing-steps';
import type { AttachmentView } from '@headwater/contract/templates';
import { ownZone, type Schedule, scheduleOf, stepSchedule } from './schedule.ts';

export interface StepVariable {
  name: string;
  value: string;
  data: string[];
}

/** One message of a mailing as it is written: the first one, or a follow-up. */
export interface StepDraft {
  /** Of the server; undefined until it has been kept. */
  id: number | undefined;
  /** Tells it from the others, also while it has no id. */
  key: string;
  channel: StepChannel;
  /** By Telegram: whoever cannot be reached there gets it by e-mail. */
  fallsBack: boolean;
  /** By Telegram: of the e-mail that leaves instead; empty: that of the e-mail before it. */
  subject: string;
  /** Html of the editor; by Telegram plain text. */
  body: string;
  custom_variables: StepVariable[];
  attachments: AttachmentView[];
  schedule: Schedule;
  /** A/B: the second form of the message, for half of the people. */
  variantB: { subject: string; body: string } | null;
}

export const stepOf = (template: MailingTemplateView): StepDraft => ({
  id: template.id,
  key: `kept-${template.id}`,
  channel: template.channel,
  fallsBack: template.falls_back,
  subject: template.subject,
  body: template.body,
  custom_variables: template.custom_variables,
  attachments: template.attachments,
  schedule: scheduleOf(template),
  variantB: template.variant_b,
});

/** A step as the server takes it. */
export const templateInput = ({ id, channel, fallsBack, subject, body, custom_variables, attachments, schedule, variantB }: StepDraft) => ({
  ...(id === undefined ? {} : { id }),
  channel,
  falls_back: fallsBack,
  subject,
  body,
  custom_variables,
  attachment_ids: attachments.map((file) => file.id),
  ...stepSchedule(schedule),
  variant_b: variantB,
});

interface NewStep {
  channel?: StepChannel;
  /** The e-mail whose thread it goes on. */
  thread?: StepDraft | undefined;
}

const followUpSubject = (subject: string) => (subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, 255));

/** The subject of the e-mail before a step by Telegram, which stands in for its own; empty where there is none. */
export function subjectBefore(steps: readonly StepDraft[], key: string): string {
  const at = steps.findIndex((step) => step.key === key);
  return steps.slice(0, Math.max(at, 0)).findLast(({ subject }) => subject.trim() !== '')?.subject ?? '';
}

/** A follow-up as it is offered: three business days after the message before it, in its hours, an e-mail in the same thread. */
export function newStep(previous?: StepDraft, { channel = 'email', thread = previous }: NewStep = {}): StepDraft {
  const empty: Schedule = { days: 0, kind: 'business', hours: 0, minutes: 0, time: '', from: '09:00', to: '18:00', zone: ownZone() };
  return {
    id: undefined,
    key: crypto.randomUUID(),
    channel,
    fallsBack: true,
    subject: thread && channel === 'email' ? followUpSubject(thread.subject) : '',
    body: '',
    custom_variables: previous?.custom_variables ?? [],
    attachments: [],
    schedule: previous ? { ...previous.schedule, days: 3, kind: 'business', hours: 0, minutes: 0, time: '' } : empty,
    variantB: null,
  };
}

/** The steps with one of them changed. */
export const changeStep = (steps: readonly StepDraft[], changed: StepDraft): StepDraft[] =>
  steps.map((step) => (step.key === changed.key ? changed : step));

export function moveStep(steps: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const moved = steps[from];
  if (!moved || to < 0 || to >= steps.length) return [...steps];
  return steps.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The steps with the ids that the server gave to the new ones; what was typed meanwhile stays. */
export function withIds(steps: readonly StepDraft[], sent: readonly StepDraft[], saved: readonly MailingTemplateView[]): StepDraft[] {
  const ids = new Map(sent.map(({ key }, index) => [key, saved[index]?.id]));
  return steps.map((step) => ({ ...step, id: step.id ?? ids.get(step.key) }));
}

/** Errors of a mailing list by step: 'templates.1.subject' belongs to the second one. */
export function stepErrors(fields: Readonly<Record<string, string>>): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const found = new Map<number, Record<string, string>>();
  for (const [name, text] of Object.entries(fields)) {
    const [, index, field] = /^templates\.(\d+)\.?([a-z_]*)/.exec(name) ?? [];
    if (index === undefined) continue;
    const errors = found.get(Number(index)) ?? {};
    errors[field || 'non_field_errors'] ??= text;
    found.set(Number(index), errors);
  }
  return found;
}
