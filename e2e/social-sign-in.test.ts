import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { emailTo } from './emails.ts';
import { address as base } from './product-url.ts';
import { drawn, type Look, otherLooks, patient, send, visits } from './visit.ts';

const password = 'Correct-Horse-7';
let counter = 0;
const freshEmail = () => `grace-${Math.random().toString(36).slice(2, 8)}${(counter += 1)}@social.test`;

const titled = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor(patient);

/** On the page of the service, which the sandbox simulates. */
async function chooseAccount(page: Page, service: string, email: string) {
  await titled(page, `${service} (sandbox)`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('button[value="allow"]').click();
}

async function enterWith(service: string, email: string, look: Look = {}): Promise<Page> {
  const page = await visits.open('/login', look);
  await page.getByRole('button', { name: new RegExp(service) }).click();
  await chooseAccount(page, service, email);
  return page;
}

/** Sets the password through the e-mailed link. */
async function setPassword(page: Page, email: string) {
  await page.goto(`${base}/settings#security`);
  await page.getByRole('link', { name: 'Set a password' }).click();
  await titled(page, 'Recover your password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await titled(page, 'Check your email');
  const path = /\/users\/reset\/[\w-]+/.exec(await emailTo(email, /\/users\/reset\//))?.[0] ?? '';
  await page.goto(base + path);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await titled(page, 'Password changed');
}

describe('signing in with an external service', () => {
  it('[ACC-003] [ACC-004] [ACC-006] tells a new user that no account exists, and creates one', async () => {
    const email = freshEmail();
    const page = await enterWith('Google', email);
    await titled(page, 'You have no account yet');
    await expectReadable(page, 'social-newcomer');
    expect(new URL(page.url()).pathname).toBe('/oauth/attention_newbie/google');
    expect(await page.getByText(email).count()).toBe(1);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await titled(page, 'Create an account');
    await page.getByLabel('First name').waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/oauth/register/google');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Email').isEditable()).toBe(false);
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This field cannot be empty').first().waitFor(patient);
    await expectReadable(page, 'social-register');
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('navigation').first().waitFor(patient);
    expect(await send(page, { path: '/api/internal/users/me/' })).toMatchObject({ email, name: 'Grace Hopper' });
    const again = await enterWith('Google', email);
    await again.getByRole('navigation').first().waitFor(patient);
    await again.goto(`${base}/settings#security`);
    await again.getByText(`Google: ${email}`).first().waitFor(patient);
    expect(await again.getByRole('button', { name: 'Disconnect Google' }).count()).toBe(0);
    await again.getByRole('link', { name: 'Set a password' }).waitFor(patient);
  });

  it('[ACC-005] connects an account by its password once; the settings disconnect it', async () => {
    const email = freshEmail();
    const first = await enterWith('Google', email);
    await titled(first, 'You have no account yet');
    await first.getByRole('link', { name: 'Create an account' }).click();
    await first.getByRole('button', { name: 'Create account' }).click();
    await first.getByRole('navigation').first().waitFor(patient);
    await setPassword(first, email);
    const page = await enterWith('Microsoft', email);
    await titled(page, 'Connect your Microsoft account');
    expect(new URL(page.url()).pathname).toBe('/oauth/confirm_password/microsoft');
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Wrong password').first().waitFor(patient);
    await expectReadable(page, 'social-password');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByRole('navigation').first().waitFor(patient);
    await page.goto(`${base}/settings#security`);
    await page.getByRole('button', { name: 'Disconnect Microsoft' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('Microsoft disconnected').first().waitFor(patient);
    await page.getByRole('button', { name: 'Connect Microsoft' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await chooseAccount(page, 'Microsoft', email);
    await page.getByText('Microsoft connected').first().waitFor(patient);
    await page.getByText(`Microsoft: ${email}`).first().waitFor(patient);
    await expectReadable(page, 'social-settings');
  });

  it('[ACC-006] explains a failed sign-in', async () => {
    const page = await visits.open('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await titled(page, 'Google (sandbox)');
    await page.locator('button[value="deny"]').click();
    await page.getByRole('alert').filter({ hasText: 'Google did not confirm the sign-in' }).first().waitFor(patient);
    await expectReadable(page, 'login-social');
    await page.goto(`${base}/oauth/register/google`);
    await titled(page, 'This sign-in has expired');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await titled(page, 'Sign in');
  });

  it.each(otherLooks)('[ACC-003] [ACC-004] [ACC-005] is readable: $language, $scheme, phone $phone', async (look) => {
    const seen = async (page: Page, name: string) => {
      await drawn(page);
      await expectReadable(page, name, look);
    };
    const login = await visits.open('/login?service=google&problem=email_unverified', look);
    await login.getByRole('alert').first().waitFor(patient);
    await login.getByRole('button', { name: /Google/ }).waitFor(patient);
    await seen(login, 'login-social');
    const page = await enterWith('Google', freshEmail(), look);
    await page.waitForURL(`${base}/oauth/attention_newbie/google`, patient);
    await page.locator('main h1').first().waitFor(patient);
    await seen(page, 'social-newcomer');
    await page.goto(`${base}/oauth/register/google`);
    await page.locator('main form').first().waitFor(patient);
    await seen(page, 'social-register');
    const known = await enterWith('Microsoft', 'recruiter@demo.headwater.test', look);
    await known.waitForURL(`${base}/oauth/confirm_password/microsoft`, patient);
    await known.locator('main form').first().waitFor(patient);
    await seen(known, 'social-password');
    const settings = await visits.open('/settings#security', { ...look, who: 'recruiter' });
    const own = settings.getByRole('button', { name: /Microsoft/ }).first();
    await own.scrollIntoViewIfNeeded(patient);
    await seen(settings, 'social-settings');
  });
});
