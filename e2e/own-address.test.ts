import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { expectReadable } from './axe.ts';
import { emailTo } from './emails.ts';
import { address as base, mail } from './product-url.ts';
import { looks, makeCompany, patient, send, visits } from './visit.ts';

type Look = (typeof looks)[number];

const password = 'Demo-Headwater-1';
const words = {
  en: { change: 'Change email address', field: 'New email address', password: 'Current password', send: 'Send link', done: 'Done' },
  ru: { change: 'Сменить адрес почты', field: 'Новый адрес почты', password: 'Текущий пароль', send: 'Отправить ссылку', done: 'Готово' },
} as const;
const pageWords = {
  en: { submit: 'Change address', done: 'Address changed', over: 'This link does not work' },
  ru: { submit: 'Сменить адрес', done: 'Адрес изменён', over: 'Ссылка не действует' },
} as const;

const backWords = {
  en: {
    submit: 'Take address back',
    empty: 'This field cannot be empty',
    password: 'New password',
    repeat: 'Repeat password',
    done: 'Address given back',
  },
  ru: {
    submit: 'Вернуть адрес',
    empty: 'Это поле не может быть пустым',
    password: 'Новый пароль',
    repeat: 'Повторите пароль',
    done: 'Адрес возвращён',
  },
} as const;

async function newPerson(look: Look): Promise<{ page: Page; email: string }> {
  const word = Math.random().toString(36).slice(2, 8);
  const staff = await visits.open('/companies', { who: 'staff' });
  const companyId = await makeCompany(staff, { company_name: `Moving ${word}`, paid_till: new Date(Date.now() + 3e10).toISOString() });
  const email = `ada.${word}@moving.test`;
  const body = { company_id: companyId, email, first_name: 'Ada', last_name: 'Moving', password, language: look.language };
  await send(staff, { path: '/api/v6/admins/', method: 'POST', body });
  await visits.leave(staff);
  const page = await visits.open('/login', look);
  await page.evaluate(
    async ([address, typed]) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token };
      await fetch('/api/v6/login/', { method: 'POST', headers, body: JSON.stringify({ email: address, password: typed }) });
    },
    [email, password],
  );
  await page.goto(`${base}/settings`);
  return { page, email };
}

/** Newest link of that kind e-mailed to an address. */
const linkIn = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
    const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
    for (const number of numbers.toSorted((one, other) => other - one)) {
      const path = /\/users\/email\/[\w-]+/.exec(await (await fetch(`${inbox}/${number}?view=text`)).text())?.[0];
      if (path !== undefined) return `${base}${path}`;
    }
    throw new Error(`no link was sent to ${email}`);
  }, patient);

describe("the user's own address", () => {
  it.each(looks)('[ACC-062] is changed in the settings through a link to the new one: $language, $scheme, phone $phone', async (look) => {
    const { language } = look;
    const [said, linkSays] = [words[language], pageWords[language]];
    const { page, email } = await newPerson(look);
    await page.getByRole('button', { name: said.change }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel(said.field);
    await field.waitFor(patient);
    await vi.waitFor(async () => expect(await field.evaluate((node) => node === document.activeElement)).toBe(true), patient);
    // The error appears at its field, which keeps its value.
    await field.fill(email.toUpperCase());
    await dialog.getByLabel(said.password).fill(password);
    await dialog.getByRole('button', { name: said.send }).click();
    await dialog.getByText(language === 'en' ? 'This is your address already' : 'Это и есть ваш адрес').waitFor(patient);
    await expectReadable(page, 'own-address-form', look);
    const moved = `new.${email}`;
    await field.fill(moved);
    await dialog.getByRole('button', { name: said.send }).click();
    await dialog.getByRole('button', { name: said.done }).waitFor(patient);
    await expectReadable(page, 'own-address-sent', look);
    await dialog.getByRole('button', { name: said.done }).click();
    const link = await linkIn(moved);
    await page.goto(link);
    await page.getByRole('button', { name: linkSays.submit }).waitFor(patient);
    await expectReadable(page, 'own-address-link', look);
    await page.getByRole('button', { name: linkSays.submit }).click();
    await page.getByText(linkSays.done).waitFor(patient);
    await expectReadable(page, 'own-address-done', look);
    await page.goto(`${base}/settings`);
    await page.getByText(moved, { exact: true }).waitFor(patient);
    await expectReadable(page, 'own-address-settings', look);
    await page.goto(link);
    await page.getByText(linkSays.over).waitFor(patient);
    await expectReadable(page, 'own-address-over', look);
  });

  it.each(looks)(
    '[ACC-062] is restored through the link in the e-mail to the old address: $language, $scheme, phone $phone',
    async (look) => {
      const { language } = look;
      const says = backWords[language];
      const { page, email } = await newPerson(look);
      const moved = `thief.${email}`;
      await send(page, { path: '/api/v6/user/email/', method: 'POST', body: { email: moved, password } });
      const token = (await linkIn(moved)).split('/').at(-1) ?? '';
      await send(page, { path: `/api/v6/change-email/${token}/`, method: 'POST', body: {} });
      const letter = await emailTo(email, /address-back/);
      const link = /\/users\/address-back\/[\w-]+/.exec(letter)?.[0] ?? '';
      const owner = await visits.open(link, look);
      const button = owner.getByRole('button', { name: says.submit });
      await button.waitFor(patient);
      await expectReadable(owner, 'address-back', look);
      await button.click();
      await owner.getByText(says.empty).first().waitFor(patient);
      await owner.getByLabel(says.password, { exact: true }).fill('Battery-Staple-9');
      await owner.getByLabel(says.repeat, { exact: true }).fill('Battery-Staple-9');
      await button.click();
      await owner.getByText(says.done).waitFor(patient);
      await expectReadable(owner, 'address-back-done', look);
      await owner.goto(base + link);
      await owner.getByText(pageWords[language].over).waitFor(patient);
      await expectReadable(owner, 'address-back-over', look);
      expect(await page.evaluate(async () => (await fetch('/api/internal/users/me/')).status)).toBe(401);
    },
  );
});
