import { escapeHtml } from '@headwater/domain/escape-html';
import { emptyVariables, fillVariables, type VariableValues, withFallbacks } from '@headwater/domain/outreach/variables';
import type { StepRow } from '../store/steps.ts';
import type { Draft } from './compose.ts';

/** A messenger has nothing to unsubscribe by: whoever writes that they do not want to be written to is not. */
const withoutLink = { UNSUBSCRIBE: '' };

export interface ComposedText {
  text: string;
  emptyVariables: string[];
}

/** A plain text as it reaches one person by a messenger. */
export function composeText({ body, variables }: Pick<Draft, 'body' | 'variables'>, known: VariableValues): ComposedText {
  const values = { ...withFallbacks(known, variables), ...withoutLink };
  return {
    text: fillVariables(body, values, 'text').trim(),
    emptyVariables: [...new Set(emptyVariables(body, { ...values, UNSUBSCRIBE: 'x' }))],
  };
}

/** The plain text of a step as that of an e-mail. */
export const htmlOfText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The subject of the e-mail that leaves instead of a message by messenger: its own, else that of the e-mail before it. */
export function fallbackSubject(step: Pick<StepRow, 'subject' | 'position'>, steps: readonly StepRow[]): string {
  if (step.subject.trim()) return step.subject;
  const before = steps.filter((one) => one.position < step.position && one.subject.trim());
  return before.toSorted((one, other) => other.position - one.position)[0]?.subject ?? '';
}
