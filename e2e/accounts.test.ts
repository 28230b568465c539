import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { emailTo } from './emails.ts';
import { address as base } from './product-url.ts';
import { otherLooks, patient, type Variant, visits } from './visit.ts';

const password = 'Demo-Headwater-1';

/** Path of a link in an e-mail. */
const linkIn = (letter: string, path: RegExp): string => path.exec(letter)?.[0] ?? '';

async function enterPassword(page: Page, email: string, typed: string): Promise<void> {
  await page.goto(`${base}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens the screen in a variant, saves its picture and checks it. */
async function checkScreen(path: string, name: string, { look, ready }: { look: Variant; ready: string }): Promise<void> {
  const page = await visits.open(path, look);
  await page.locator(ready).first().waitFor(patient);
  await expectReadable(page, name, look);
}

describe('a forgotten password', () => {
  const email = 'recruiter@other.headwater.test';

  it('[ACC-011] [ACC-012] is replaced through an e-mailed link', async () => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    await expectReadable(page, 'recover');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Check your email').first().waitFor(patient);
    await expectReadable(page, 'recover-sent');
    const path = linkIn(await emailTo(email, /\/users\/reset\//), /\/users\/reset\/[\w-]+/);
    await page.goto(base + path);
    await page.getByLabel('New password').waitFor(patient);
    await expectReadable(page, 'reset');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('value differs from password').first().waitFor(patient);
    await page.getByLabel('Repeat password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('A password must have at least 12 characters').first().waitFor(patient);
    await expectReadable(page, 'reset-wrong');
    for (const label of ['New password', 'Repeat password']) await page.getByLabel(label).fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Password changed' }).first().waitFor(patient);
    await expectReadable(page, 'reset-done');
    await page.goto(base + path);
    await page.getByRole('heading', { name: 'Password reset failed' }).first().waitFor(patient);
    await expectReadable(page, 'reset-used');
    await enterPassword(page, email, password);
    await page.waitForURL((url) => url.pathname === '/', patient);
  });

  it.each(otherLooks)('[ACC-011] [ACC-012] is readable: $language, $scheme, phone $phone', async (look) => {
    await checkScreen('/users/recover', 'recover', { look, ready: 'main form' });
    await checkScreen('/users/reset/made-up', 'reset-failed', { look, ready: 'main [role=alert]' });
  });
});

const word = Math.random().toString(36).slice(2, 8);
const stranger = { email: `grace.${word}@example.test`, password: 'Battery-Staple-9' };

describe('a self-registered account', () => {
  it('[ACC-010] [ACC-007] [ACC-009] is registered, activated by its link and signed in', async () => {
    const page = await visits.open('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This field cannot be empty').first().waitFor(patient);
    await expectReadable(page, 'registration');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(stranger.email);
    for (const label of ['Password', 'Repeat password']) await page.getByLabel(label, { exact: true }).fill(stranger.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Activate your account' }).first().waitFor(patient);
    await page.getByText(stranger.email).first().waitFor(patient);
    await enterPassword(page, stranger.email, stranger.password);
    await page.waitForURL(/need-activation/, patient);
    await page.getByRole('button', { name: 'Send the email again' }).waitFor(patient);
    await expectReadable(page, 'need-activation');
    await page.getByRole('button', { name: 'Send the email again' }).click();
    await page.getByText('Email sent').first().waitFor(patient);
    const path = linkIn(await emailTo(stranger.email, /\/users\/activate\//), /\/users\/activate\/[\w-]+/);
    await page.goto(base + path);
    await page.getByRole('heading', { name: 'Account activated' }).first().waitFor(patient);
    await page.goto(base + path);
    await page.getByRole('heading', { name: 'This link does not work' }).first().waitFor(patient);
    await expectReadable(page, 'activate-failed');
    await enterPassword(page, stranger.email, stranger.password);
    await page.waitForURL(/\/(menu|extension)/, patient);
  });

  it.each(otherLooks)('[ACC-007] [ACC-008] [ACC-009] [ACC-010] is readable: $language, $scheme, phone $phone', async (look) => {
    await checkScreen('/users/registration', 'registration', { look, ready: 'main form' });
    await checkScreen('/users/need-activation?email=ada@example.test', 'need-activation', { look, ready: 'main form' });
    await checkScreen('/users/need-verification', 'need-verification', { look, ready: 'main form' });
    await checkScreen('/users/activate/made-up', 'activate-failed', { look, ready: 'main [role=alert]' });
  });
});

const known = new Set<string>();
/** Newest link that is not among the known ones. */
async function newLink(): Promise<string> {
  let link = '';
  const look = async () => {
    link = linkIn(await emailTo(stranger.email, /\/users\/reset\//), /\/users\/reset\/[\w-]+/);
    return !known.has(link);
  };
  await expect.poll(look, patient).toBe(true);
  return link;
}

describe('recovering a password', () => {
  it.each(otherLooks)('[ACC-011] [ACC-012] is readable at each step: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open('/users/recover', look);
    const fine = (name: string) => expectReadable(page, name, look);
    await page.locator('input[type=email]').fill(stranger.email);
    await page.locator('main button[type=submit]').click();
    await page.getByText(stranger.email).first().waitFor(patient);
    await fine('recover-sent');
    await page.locator('main button[type=button]').first().click();
    expect(await page.locator('input[type=email]').inputValue()).toBe(stranger.email);
    const path = await newLink();
    known.add(path);
    await page.goto(base + path);
    const fields = page.locator('input[type=password]');
    await fields.first().waitFor(patient);
    await fine('reset');
    await fields.nth(0).fill('short');
    await fields.nth(1).fill('shorter');
    await page.locator('main button[type=submit]').click();
    await page.locator('main [id$="-error"]').first().waitFor(patient);
    await fine('reset-wrong');
    for (const at of [0, 1]) await fields.nth(at).fill(stranger.password);
    await page.locator('main button[type=submit]').click();
    await fields.first().waitFor({ state: 'detached' });
    await fine('reset-done');
    await page.goto(base + path);
    await page.locator('main [role=alert]').first().waitFor(patient);
    await fine('reset-used');
  });

  it('[ACC-016] [ACC-018] after many failures the e-mailed link leads to the requested page, once', async () => {
    const page = await visits.open('/login?next=%2Fsettings');
    await page.getByLabel('Email').fill(stranger.email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const field = page.getByLabel('Password', { exact: true });
    const signIn = async (typed: string, said: RegExp) => {
      await field.fill(typed);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: said }).first().waitFor(patient);
    };
    for (let tries = 0; tries < 5; tries += 1) await signIn(`Wrong-Staple-${tries}`, /Wrong email or password/);
    await signIn(stranger.password, /link/);
    const letter = await emailTo(stranger.email, /\/login\?token=/);
    const path = linkIn(letter, /\/login\?token=[\w-]+&(?:amp;)?next=[\w%]+/).replace('&amp;', '&');
    await page.goto(base + path);
    await page.waitForURL((url) => url.pathname === '/settings', patient);
    const late = await visits.open(path);
    await late.getByRole('heading', { name: 'This sign-in link does not work' }).first().waitFor(patient);
    await expectReadable(late, 'sign-in-link-failed');
    await late.getByRole('link', { name: 'Sign in again' }).click();
    await late.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === '/settings', patient);
  });

  it.each(otherLooks)('[ACC-018] a used sign-in link is readable: $language, $scheme, phone $phone', async (look) => {
    await checkScreen('/login?token=made-up', 'sign-in-link-failed', { look, ready: 'main [role=alert]' });
  });
});
