import { escapeHtml } from '@headwater/domain/escape-html';
import { emptyVariables, fillVariables, type VariableValues, withFallbacks } from '@headwater/domain/outreach/variables';
import type { Draft } from './compose.ts';

/** Messenger texts have no unsubscribe link; people write that they want no messages. */
const withoutLink = { UNSUBSCRIBE: '' };

export interface ComposedText {
  text: string;
  emptyVariables: string[];
}

export function composeText({ body, variables }: Pick<Draft, 'body' | 'variables'>, known: VariableValues): ComposedText {
  const values = { ...withFallbacks(known, variables), ...withoutLink };
  return {
    text: fillVariables(body, values, 'text').trim(),
    emptyVariables: [...new Set(emptyVariables(body, { ...values, UNSUBSCRIBE: 'x' }))],
  };
}

export const htmlOfText = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
