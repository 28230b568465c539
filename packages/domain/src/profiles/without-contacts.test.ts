import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { withoutContacts } from './without-contacts.ts';

describe('text without contacts', () => {
  it('[PEDT-029] omits e-mail addresses, phones, messengers and web addresses', () => {
    const text =
      'Write to anna@mail.test, call +7 (900) 123-45-67 or 8 900 123 45 67. Telegram: @anna_dev, t.me/anna_dev, https://anna.example/cv?x=1';
    expect(withoutContacts(text)).toBe('Write to …, call … or …. Telegram: …, … …');
  });
  it('[PEDT-029] keeps dates, numbers and code', () => {
    for (const text of [
      '2019-2021, then 2021 – 2024',
      'Revenue of 1 200 000 a year, 45 people',
      'C++, .NET 8.0 and Node 20.11',
      'От 150 000 до 250 000 ₽',
    ])
      expect(withoutContacts(text)).toBe(text);
  });
  it('takes linear time', async () => {
    for (const text of ['a'.repeat(200_000), '1 '.repeat(100_000), '@'.repeat(200_000), 'www.'.repeat(50_000), '(1-'.repeat(60_000)])
      expect(await leastProcessorMs(() => withoutContacts(text), 2000)).toBeLessThan(2000);
  });
});
