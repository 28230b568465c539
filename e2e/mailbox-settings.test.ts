import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { address, correspond } from './correspond.ts';
import { takeLimitsOff, troubleMailbox } from './days.ts';
import { drawn, lookName, looks, overflowOf, picture, visits } from './visit.ts';

const reason = '550 5.7.1 Our system has detected that this message is likely unsolicited mail';

beforeAll(async () => {
  const page = await visits.enter('admin');
  await correspond(page);
  await visits.leave(page);
  await troubleMailbox(address, { reason, missingCopies: 1 });
});
afterAll(async () => {
  await troubleMailbox(address, { reason: null, missingCopies: 0 });
  // Other journeys of the line send many.
  await takeLimitsOff(address);
});

const words = {
  en: {
    paused: /^Mailings wait until \d+ \w+, \d\d:\d\d$/,
    pill: 'Paused',
    used: /^\d+ of \d+ messages sent today · warming up to 50 a day$/,
    missing: '1 sent message is missing from the Sent folder',
  },
  ru: {
    paused: /^Рассылки продолжатся \d+ \S+, \d\d:\d\d$/,
    pill: 'Пауза',
    used: /^Сегодня отправлено \d+ из \d+ · прогрев до 50 в день$/,
    missing: '1 отправленного сообщения нет в папке «Отправленные»',
  },
};

describe.each(looks)('$scheme, $language, phone: $phone', (look) => {
  const said = words[look.language];

  it('[DEC-10] [MSET-001] says in words why a mailbox waits, what it may send today, and which copies are missing', async () => {
    const page = await visits.open('/messaging/settings', { ...look, who: 'admin' });
    await page.getByText(said.paused).first().waitFor();
    await page.getByText(said.pill, { exact: true }).first().waitFor();
    await page.getByText(said.used).first().waitFor();
    await page.getByText(reason).first().waitFor();
    await page.getByText(said.missing).first().waitFor();
    await drawn(page);
    await picture(page, `mailbox-paused-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.goto(new URL('/messaging/settings/limits', page.url()).href);
    await page.getByText(said.paused).first().waitFor();
    // The server's words may name a recipient, whose address others have not opened.
    expect(await page.getByText(reason).count()).toBe(0);
    await drawn(page);
    await picture(page, `limits-paused-${lookName(look)}`);
    expect.soft(await axeFaults(page)).toEqual([]);
    expect.soft(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
