import type { Message } from './story.ts';

const fallbacks = [
  { name: 'FIRST_NAME', value: 'there', data: [] },
  { name: 'COMPANY', value: 'your company', data: [] },
  { name: 'POSITION', value: 'a specialist', data: [] },
];
const russianFallbacks = [
  { name: 'FIRST_NAME', value: 'Коллега', data: [] },
  { name: 'COMPANY', value: 'ваша компания', data: [] },
  { name: 'POSITION', value: 'специалист', data: [] },
];

export const templatesOf = (messages: readonly Message[]) =>
  messages.map((message) => ({
    ...message,
    custom_variables: /[а-яё]/i.test(message.subject) ? [...russianFallbacks] : [...fallbacks],
  }));

export function isMessage(message: Message, subject: string): boolean {
  const subjects = [message.subject, ...(message.variant_b ? [message.variant_b.subject] : [])];
  return subjects.some((written) => {
    const parts = written.split(/\{\{[A-Z_]+\}\}/);
    const [first = '', last = ''] = [parts[0], parts.at(-1)];
    return subject.startsWith(first) && subject.endsWith(last) && subject.length >= parts.join('').length;
  });
}
