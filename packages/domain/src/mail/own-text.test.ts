import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownText } from './own-text.ts';

const text = (...lines: string[]): string => ownText({ text: lines.join('\r\n'), html: '' });
const html = (markup: string): string => ownText({ text: '', html: markup });

describe('ownText', () => {
  it.each([1, 2, 3, 4, 5, 6])('keeps each of %i lines right above an attribution', (count) => {
    const lines = Array.from({ length: count }, (_, index) => `Line ${'abcdef'[index]}`);
    expect(text(...lines, 'On 20 Nov 2026 Anna <anna@a.test> wrote:', '> quoted')).toBe(lines.join('\n'));
  });

  it('reads a hundred thousand attributions', () => {
    expect(text('Yes.', '', ...Array.from({ length: 90_000 }, () => 'foo wrote:\nbar a@b.c:'))).toBe('Yes.');
  });

  it.each([
    ['чт, 20 нояб. 2026 г. в 12:30, Анна Рекрутер <anna@a.test>:'],
    ['20.11.2026 12:30, Анна Рекрутер пишет:'],
    ['20 ноября 2026 г., 12:30, Анна Рекрутер <anna@a.test> написала:'],
    ['On Thu, Nov 20, 2026 at 12:30 PM Anna <anna@a.test> wrote:'],
    ['Am 20.11.2026 um 12:30 schrieb Anna:'],
    ['Le jeu. 20 nov. 2026 à 12:30, Anna <anna@a.test> a écrit :'],
    ['Четверг, 20 ноября 2026, 12:30 +03:00 от Анна <anna@a.test>:'],
    ['2026-11-20 12:30 GMT+03:00 Anna <anna@a.test>:'],
    ['20.11.2026, 12:30, Анна (anna@a.test):'],
    ['Вы писали 20 ноября 2026 г., 12:30:'],
  ])('[SEND-009] cuts at %j', (attribution) => {
    expect(text('Да, интересно!', '', attribution, '', '> Здравствуйте,', '> есть вакансия')).toBe('Да, интересно!');
    expect(text('Да, интересно!', '', attribution, 'Здравствуйте, есть вакансия')).toBe('Да, интересно!');
  });

  it("[SEND-009] cuts at Outlook's headers in English and Russian", () => {
    expect(
      text('Да', '', 'От: Анна <anna@a.test>', 'Отправлено: 20 ноября 2026 г. 12:30', 'Кому: Пётр', 'Тема: Вакансия', '', 'Здравствуйте'),
    ).toBe('Да');
    expect(text('Yes', '', 'From: Anna', 'Sent: Thursday', 'To: Petr', 'Subject: Job', '', 'Hello')).toBe('Yes');
    expect(text('Yes', '-----Original Message-----', 'From: x', 'Hello')).toBe('Yes');
    expect(text('Да', '-------- Пересылаемое сообщение --------', '20.11.2026')).toBe('Да');
  });

  it('[SEND-009] keeps answers between and below the quotes', () => {
    expect(text('On 20 Nov 2026, Anna wrote:', '> Salary?', '5000', '> City?', 'Berlin', '', '-- ', 'Petr')).toBe('5000\nBerlin');
  });

  it('[SEND-009] removes signatures and mobile footers', () => {
    expect(text('Ok', '', '-- ', 'Petr', '+49')).toBe('Ok');
    expect(text('Ok', '', 'Sent from my iPhone')).toBe('Ok');
    expect(text('Хорошо', '', 'Отправлено с iPhone')).toBe('Хорошо');
    expect(text('Ok', '', 'Sent from Spark')).toBe('Ok');
    expect(text('好', '', '发自我的手机')).toBe('好');
  });

  it('[SEND-009] keeps sentences that only look like a quote', () => {
    const said = ['She wrote:', 'From: my point of view', '2 > 1', 'Sent from my desk, it is easier than by phone.'];
    expect(text(...said)).toBe(said.join('\n'));
  });

  it('[SEND-009] reads messages with HTML only', () => {
    expect(
      html('<div>Да,&nbsp;интересно &amp; удобно</div><div class="gmail_quote"><div>чт, Анна</div><blockquote>Старое</blockquote></div>'),
    ).toBe('Да, интересно & удобно');
    expect(html('<style>p{}</style><p>One</p><p>Two<br>Three</p><hr id="stopSpelling">Date: x')).toBe('One\n\nTwo\nThree');
    expect(html('<blockquote>Old</blockquote><p>Below</p>')).toBe('Below');
  });

  it('[SEND-009] never throws and never returns a quoted line', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '> quoted',
        'On 1 Jan 2026, A <a@b.test> wrote:',
        'From: a',
        'Sent: b',
        'Subject: c',
        '-- ',
        '',
        'От: а',
        '<blockquote>',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        expect(text(...lines)).not.toContain('> quoted');
        expect(typeof html(lines.join('\n'))).toBe('string');
      }),
    );
  });
});
