import { baseSubject } from '../mail/subject.ts';
import type { CustomVariable } from './variables.ts';

export interface VariantStep {
  position: number;
  subject: string;
  body: string;
  subject_b: string | null;
  body_b: string | null;
}

function prefixOf(subject: string, base: string): string {
  const at = subject.toLowerCase().lastIndexOf(base);
  return at > 0 ? subject.slice(0, at) : '';
}

/** A follow-up that replies to subject A replies to subject B for recipients of B. */
export function variantText(
  step: VariantStep,
  { variant, steps }: { variant: 'a' | 'b'; steps: readonly VariantStep[] },
): { subject: string; body: string } {
  if (variant === 'a') return { subject: step.subject, body: step.body };
  if (step.subject_b !== null) return { subject: step.subject_b, body: step.body_b ?? '' };
  const base = baseSubject(step.subject);
  const answered = steps.find(
    ({ position, subject, subject_b: other }) => position < step.position && other !== null && base !== '' && baseSubject(subject) === base,
  );
  const prefix = prefixOf(step.subject, base);
  return { subject: answered && prefix ? `${prefix}${answered.subject_b ?? ''}` : step.subject, body: step.body };
}

/** A text that a user wrote for one person, by the number of its step. */
interface OwnText {
  step: number;
  subject: string | null;
  body: string | null;
}

type Fallback = Pick<CustomVariable, 'name' | 'value'>;

interface SubjectStep {
  position: number;
  channel: string;
  subject: string;
}

interface NumberedStep extends VariantStep {
  number: number;
  channel: string;
  custom_variables: readonly Fallback[];
}

export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, 255));

/** Source of the subject of an e-mail without one: the last e-mail before it, else the last message with a subject. */
export function subjectSource<Step extends SubjectStep>(steps: readonly Step[], position: number): Step | undefined {
  const before = steps
    .filter((one) => one.position < position && one.subject.trim())
    .toSorted((one, other) => other.position - one.position);
  return before.find(({ channel }) => channel === 'email') ?? before[0];
}

/** A step that takes a subject also takes its variables, for names without a fallback of its own. */
export function variablesOf<Variable extends Fallback>(
  step: SubjectStep & { custom_variables: readonly Variable[] },
  steps: readonly (SubjectStep & { custom_variables: readonly Variable[] })[],
): readonly Variable[] {
  const own = step.custom_variables;
  const source = step.subject.trim() ? undefined : subjectSource(steps, step.position);
  if (!source) return own;
  const filled = new Set(own.filter(({ value }) => value.trim()).map(({ name }) => name));
  const taken = source.custom_variables.filter(({ name }) => !filled.has(name));
  return [...own.filter(({ name }) => !taken.some((one) => one.name === name)), ...taken];
}

interface TextOptions {
  variant: 'a' | 'b';
  steps: readonly NumberedStep[];
  own: readonly OwnText[];
  /** Also for a messenger step that leaves by e-mail. */
  asEmail?: boolean;
}

/** Text of a step for one person. An e-mail without a subject replies to the last e-mail before it. */
export function textForPerson(
  step: NumberedStep,
  { variant, steps, own, asEmail = step.channel === 'email' }: TextOptions,
): { subject: string; body: string; variables: readonly Fallback[] } {
  const written = (one: NumberedStep) => {
    const template = variantText(one, { variant, steps });
    const personal = own.find((text) => text.step === one.number);
    return { subject: personal?.subject ?? template.subject, body: personal?.body ?? template.body };
  };
  const text = written(step);
  if (!asEmail || text.subject.trim()) return { ...text, variables: step.custom_variables };
  const all = steps.map((one) => ({ ...one, ...written(one) }));
  const subject = subjectSource(all, step.position)?.subject ?? '';
  const variables = variablesOf({ ...step, ...text }, all);
  return { ...text, subject: subject && step.channel === 'email' ? replySubject(subject) : subject, variables };
}

export function leaderOf(a: { sent: number; replied: number }, b: { sent: number; replied: number }): 'a' | 'b' | null {
  const sent = a.sent + b.sent;
  const replied = a.replied + b.replied;
  if (a.sent === 0 || b.sent === 0 || replied < 5) return null;
  const rate = replied / sent;
  const deviation = Math.sqrt(rate * (1 - rate) * (1 / a.sent + 1 / b.sent));
  const difference = a.replied / a.sent - b.replied / b.sent;
  // 1.96 standard deviations: 5 % significance.
  if (deviation === 0 || Math.abs(difference) < 1.96 * deviation) return null;
  return difference > 0 ? 'a' : 'b';
}
