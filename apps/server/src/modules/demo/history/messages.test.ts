import { describe, expect, it } from 'vitest';
import { fillVariables, namesIn } from '@headwater/domain/outreach/variables';
import { alicesStory, ritasStory } from './english.ts';
import { isMessage, templatesOf } from './messages.ts';
import { olgasStory } from './russian.ts';
import type { Message, Story } from './story.ts';

const messagesOf = ({ mailings, sequence, runningMailing }: Story): Message[] => [
  ...mailings.flatMap(({ messages }) => messages),
  ...(sequence?.messages ?? []),
  ...(runningMailing?.messages ?? []),
];
const values = { FIRST_NAME: 'Anna', COMPANY: 'Acme', POSITION: 'Engineer' };

describe.each([ritasStory, alicesStory, olgasStory])('messages of $email', (story) => {
  const messages = messagesOf(story);

  it('have distinguishable subjects with any values', () => {
    for (const message of messages) {
      for (const subject of [message.subject, message.variant_b?.subject ?? message.subject]) {
        const filled = fillVariables(subject, values, 'text');
        expect([filled, messages.filter((one) => isMessage(one, filled)).length]).toEqual([filled, 1]);
      }
    }
  });

  it('use only variables with a value for every reader', () => {
    for (const template of templatesOf(messages)) {
      const texts = [template.subject, template.body, template.variant_b?.subject ?? '', template.variant_b?.body ?? ''];
      const given = template.custom_variables.map(({ name }) => name);
      expect(texts.flatMap(namesIn).filter((name) => !given.includes(name))).toEqual([]);
    }
  });

  it('use the language of their recruiter', () => {
    const letters = story.language === 'ru' ? /[a-z]{4,}/i : /[а-яё]/i;
    const known = /FIRST_NAME|COMPANY|POSITION|Java|Spring|Boot|Kafka|PostgreSQL|Python|example\.com\S*|https?|href/g;
    for (const { subject, body } of messages) expect(letters.test(`${subject} ${body}`.replace(known, ''))).toBe(false);
  });
});
