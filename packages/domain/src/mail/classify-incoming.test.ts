import { describe, expect, it } from 'vitest';
import { classifyIncoming } from './classify-incoming.ts';
import type { ParsedMail } from './message.ts';

const mail = (changes: Partial<ParsedMail> & { head?: Record<string, string> } = {}): ParsedMail => ({
  messageId: '<answer@b.test>',
  inReplyTo: ['<ours@a.test>'],
  references: ['<first@a.test>', '<ours@a.test>'],
  from: { name: 'Пётр', address: 'petr@b.test' },
  sender: null,
  replyTo: [],
  to: [],
  cc: [],
  subject: 'Re: Вакансия',
  date: null,
  text: 'Здравствуйте! Да, интересно.',
  html: '',
  reports: [],
  attachments: [],
  ...changes,
  headers: Object.entries(changes.head ?? {}).map(([name, value]) => ({ name, value })),
});

const kindOf = (changes: Parameters<typeof mail>[0]): string => classifyIncoming(mail(changes)).kind;

const about = (action: string, status: string): ReturnType<typeof classifyIncoming> =>
  classifyIncoming(
    mail({
      reports: [
        { mediaType: 'message/delivery-status', text: `Final-Recipient: rfc822; a@b.test\nAction: ${action}\nStatus: ${status}\n` },
      ],
    }),
  );

describe('classifyIncoming', () => {
  it('[SEND-009] classifies personal messages as replies', () => {
    expect(classifyIncoming(mail())).toEqual({ kind: 'reply', about: ['<ours@a.test>', '<first@a.test>'] });
    expect(kindOf({ subject: 'Re: Office manager', text: 'I will be back from vacation on Monday, let us talk then!' })).toBe('reply');
    expect(kindOf({ text: 'Я сейчас в отпуске, но предложение интересное. Созвонимся?' })).toBe('reply');
    expect(kindOf({ text: 'Not interested.\n\nOn Mon, 1 Jan 2026 Anna wrote:\n> This message was sent automatically' })).toBe('reply');
    expect(kindOf({ head: { 'auto-submitted': 'no', 'x-auto-response-suppress': 'OOF' } })).toBe('reply');
    expect(kindOf({ head: { 'auto-submitted': 'No (a person)' } })).toBe('reply');
    expect(kindOf({ subject: 'Automation engineer', inReplyTo: [], references: [] })).toBe('reply');
  });

  it.each([
    [{ head: { 'auto-submitted': 'auto-replied' } }],
    [{ head: { 'auto-submitted': 'auto-generated' } }],
    [{ head: { 'auto-submitted': 'auto-notified; owner-email="a@b.test"' } }],
    [{ head: { 'auto-submitted': 'yes' } }],
    [{ head: { precedence: 'auto_reply' } }],
    [{ head: { 'x-autoreply': 'yes' } }],
    [{ subject: 'Автоответ: Вакансия' }],
    [{ subject: 'Автоматический ответ: Re: Вакансия' }],
    [{ subject: 'Automatic reply: Vacancy' }],
    [{ subject: 'Out of Office: Vacancy' }],
    [{ subject: 'Abwesenheitsnotiz: Stelle' }],
    [{ text: 'Добрый день! Я нахожусь в отпуске по 15 августа. По срочным вопросам пишите коллегам.' }],
    [{ text: 'Это автоматический ответ. Ваше письмо получено.' }],
    [{ text: 'Меня не будет в офисе до 3 мая, вернусь и отвечу.' }],
    [{ text: 'Thank you for your email. I am currently out of the office with limited access to my mail.' }],
    [{ text: 'This is an automated response. We received your request.' }],
    [{ text: 'I will be out of the office from Nov 20 until Dec 1 and will answer when I return.' }],
    [{ text: 'Здравствуйте! Сейчас я в отпуске, вернусь 1 декабря и отвечу.' }],
    [{ subject: 'Отсутствие на рабочем месте Re: Вакансия' }],
  ])('[SEND-009] does not classify %j as a reply', (changes) => {
    expect(kindOf(changes)).toBe('auto_reply');
  });

  it.each([
    ['Hi, I am on vacation next week, but we can talk on Monday.'],
    ['Добрый день! Да, интересно. Я сейчас в отпуске, давайте созвонимся после праздников.'],
    ['I was out of office yesterday, sorry. Yes, I am interested.'],
    ['Спасибо, не интересно. Автоматические рассылки не шлите.'],
  ])('[SEND-009] classifies %j as a reply', (text) => {
    expect(kindOf({ text })).toBe('reply');
  });

  it.each([
    [{ from: { name: '', address: 'no-reply@b.test' }, subject: 'Your invoice' }],
    [{ head: { 'return-path': '<>' } }],
    [{ reports: [{ mediaType: 'message/disposition-notification', text: 'Disposition: displayed' }] }],
    [{ inReplyTo: [], references: [], head: { 'auto-submitted': 'auto-generated' } }],
    [{ head: { 'list-unsubscribe': '<https://x.test>', 'return-path': '<>' } }],
  ])('[SEND-009] does not classify the machine mail %j as a reply', (changes) => {
    expect(classifyIncoming(mail(changes))).toMatchObject({ kind: 'other' });
    expect(classifyIncoming(mail(changes))).not.toHaveProperty('isList');
  });

  it.each<Record<string, string>>([
    { 'list-unsubscribe': '<https://x.test>' },
    { 'list-id': '<people.b.test>' },
    { precedence: 'bulk' },
    { precedence: 'list' },
    { precedence: 'junk', 'auto-submitted': 'no' },
  ])('[SEND-009] leaves mail with %j to the thread', (head) => {
    expect(classifyIncoming(mail({ head }))).toMatchObject({ kind: 'other', isList: true });
  });

  it('[SEND-009] recognises absence notes that a list distributed', () => {
    expect(kindOf({ head: { precedence: 'bulk' }, subject: 'Out of office' })).toBe('auto_reply');
    expect(kindOf({ head: { 'list-unsubscribe': '<https://x.test>', 'auto-submitted': 'auto-replied' } })).toBe('auto_reply');
  });

  it('[SEND-026] reads a delivery report and its recipient', () => {
    const report =
      'Reporting-MTA: dns; mx.b.test\n\nFinal-Recipient: rfc822; petr@b.test\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n  User unknown\n';
    const verdict = classifyIncoming(
      mail({
        from: { name: '', address: 'mailer-daemon@b.test' },
        inReplyTo: [],
        references: [],
        reports: [
          { mediaType: 'message/delivery-status', text: report },
          { mediaType: 'text/rfc822-headers', text: 'Subject: x\r\nMessage-ID: <ours@a.test>\r\n' },
        ],
      }),
    );
    expect(verdict).toEqual({
      kind: 'bounce',
      about: ['<ours@a.test>'],
      bounces: [
        {
          recipient: 'petr@b.test',
          permanence: 'hard',
          reason: 'no_such_address',
          status: '5.1.1',
          diagnostic: '550 5.1.1 User unknown',
          final: true,
        },
      ],
    });
  });

  it('[SEND-026] distinguishes warnings and success reports from failures', () => {
    expect(about('delayed', '4.4.1')).toMatchObject({ kind: 'bounce', bounces: [{ final: false, permanence: 'soft' }] });
    expect(about('delivered', '2.0.0').kind).toBe('other');
    expect(about('relayed', '2.0.0').kind).toBe('other');
  });

  it('[SEND-026] reads a Russian report in prose', () => {
    const text =
      'Ваше письмо не может быть доставлено одному или нескольким получателям:\n\n  petr@b.test\n    host mx.b.test [192.0.2.1]: 550 нет такого пользователя\n';
    const verdict = classifyIncoming(
      mail({ from: { name: '', address: 'mailer-daemon@corp.mail.test' }, subject: 'Ваше сообщение не доставлено', text }),
    );
    expect(verdict).toMatchObject({ kind: 'bounce', bounces: [{ recipient: 'petr@b.test', permanence: 'hard' }] });
  });

  it('[SEND-009] recognises complaints', () => {
    const verdict = classifyIncoming(
      mail({ reports: [{ mediaType: 'message/feedback-report', text: 'Feedback-Type: abuse\nVersion: 1\n' }] }),
    );
    expect(verdict).toMatchObject({ kind: 'complaint', type: 'abuse' });
  });
});
