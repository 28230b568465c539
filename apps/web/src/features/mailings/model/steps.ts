import { isMessenger, type StepChannel } from '@headwater/domain/outreach/channels';
import { subjectSource, variablesOf } from '@headwater/domain/outreach/variants';
import type { MailingTemplateView } from '@headwater/contract/mailing-steps';
import type { AttachmentView } from '@headwater/contract/templates';
import { ownZone, type Schedule, scheduleOf, stepSchedule } from './schedule.ts';

interface StepVariable {
  name: string;
  value: string;
  data: string[];
}

export interface StepDraft {
  /** Undefined until the step is saved. */
  id: number | undefined;
  /** Local key, because a new step has no id. */
  key: string;
  channel: StepChannel;
  /** Telegram only: people without Telegram get an e-mail. */
  fallsBack: boolean;
  /** For Telegram, the subject of the fallback e-mail. Empty: that of the previous e-mail. */
  subject: string;
  /** HTML of the editor, or plain text for Telegram. */
  body: string;
  custom_variables: StepVariable[];
  attachments: AttachmentView[];
  schedule: Schedule;
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

/** Days of the first known follow-up with another delay than before. */
export function changedDelay(before: readonly StepDraft[], after: readonly StepDraft[]): number | undefined {
  const known = new Map(before.map(({ key, schedule }) => [key, schedule]));
  return after.find(({ key, schedule: { days, hours, minutes } }) => {
    const old = known.get(key);
    return old && (old.days !== days || old.hours !== hours || old.minutes !== minutes);
  })?.schedule.days;
}

interface NewStep {
  channel?: StepChannel;
}

const placed = (steps: readonly StepDraft[]) => steps.map((step, position) => ({ ...step, position }));

/** Subject for a fallback of Telegram and, as a reply, for an e-mail without one. */
export function subjectBefore(steps: readonly StepDraft[], key: string): string {
  const at = steps.findIndex((step) => step.key === key);
  return subjectSource(placed(steps), at)?.subject ?? '';
}

/** Variables of a message, with those of the subject that it replies to. */
export function knownVariables(steps: readonly StepDraft[], step: StepDraft): readonly StepVariable[] {
  const position = steps.findIndex(({ key }) => key === step.key);
  return isMessenger(step.channel) ? step.custom_variables : variablesOf({ ...step, position }, placed(steps));
}

/** Default follow-up: three business days later, same hours, an e-mail in the same thread. */
export function newStep(previous?: StepDraft, { channel = 'email' }: NewStep = {}): StepDraft {
  const empty: Schedule = { days: 0, kind: 'business', hours: 0, minutes: 0, time: '', from: '09:00', to: '18:00', zone: ownZone() };
  return {
    id: undefined,
    key: crypto.randomUUID(),
    channel,
    fallsBack: true,
    subject: '',
    body: '',
    custom_variables: previous?.custom_variables ?? [],
    attachments: [],
    schedule: previous ? { ...previous.schedule, days: 3, kind: 'business', hours: 0, minutes: 0, time: '' } : empty,
    variantB: null,
  };
}

export const changeStep = (steps: readonly StepDraft[], changed: StepDraft): StepDraft[] =>
  steps.map((step) => (step.key === changed.key ? changed : step));

export function moveStep(steps: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const moved = steps[from];
  if (!moved || to < 0 || to >= steps.length) return [...steps];
  return steps.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Adds the server's ids to new steps, and keeps text typed since the request. */
export function withIds(steps: readonly StepDraft[], sent: readonly StepDraft[], saved: readonly MailingTemplateView[]): StepDraft[] {
  const ids = new Map(sent.map(({ key }, index) => [key, saved[index]?.id]));
  return steps.map((step) => ({ ...step, id: step.id ?? ids.get(step.key) }));
}

/** Errors by step index: 'templates.1.subject' belongs to the second step. */
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
