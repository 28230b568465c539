import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base, mail } from './product-url.ts';
import { type Look, makeCompany, otherLooks, patient, picture, send, type Variant, visits } from './visit.ts';

const password = 'Demo-Headwater-1';
const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString();

/** Creates a user in a new company. */
async function newPersonOf(company: object = {}): Promise<{ email: string; companyId: number }> {
  const word = Math.random().toString(36).slice(2, 8);
  const page = await visits.open('/companies', { who: 'staff' });
  const create = (path: string, body: object) => send(page, { path, method: 'POST', body });
  const companyId = await makeCompany(page, {
    company_name: `Guarded ${word}`,
    paid_from: day(-5),
    paid_till: day(300),
    ...company,
  });
  const email = `ada.${word}@guarded.test`;
  await create('/api/v6/workers/', { company_id: companyId, email, first_name: 'Ada', last_name: 'Guarded', password });
  await visits.leave(page);
  return { email, companyId };
}
const newPerson = async (company?: object) => (await newPersonOf(company)).email;

/** Code of an authenticator app (RFC 6238). `away`: offset in steps of 30 seconds. */
function codeOf(secret: string, away = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = (hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Newest six-digit code e-mailed to an address, different from `before`. */
const emailedCode = (email: string, before = ''): Promise<string> =>
  vi.waitFor(async () => {
    const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
    const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
    for (const number of numbers.toSorted((one, other) => other - one)) {
      const code = /^\d{6}$/m.exec(await (await fetch(`${inbox}/${number}?view=text`)).text())?.[0];
      if (code !== undefined && code !== before) return code;
    }
    throw new Error(`no code was sent to ${email}`);
  }, patient);

async function enterPassword(page: Page, email: string, { at = base } = {}): Promise<void> {
  await page.goto(`${at}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
async function enterCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}
const signedIn = (page: Page) => page.getByRole('button', { name: /^Account: / }).waitFor(patient);

interface App {
  secret: string;
  recovery: string[];
}

/** Starts from the open settings. Calls `see` at each step. */
async function setUpApp(page: Page, see = async (_step: string) => {}): Promise<App> {
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await see('security-proof');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  const key = dialog.getByLabel('Or enter this key in the app');
  await key.waitFor(patient);
  await see('security-app');
  const secret = await key.inputValue();
  await dialog.getByLabel('Six-digit code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor(patient);
  await see('security-codes');
  const recovery = await codes.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 codes left').first().waitFor(patient);
  return { secret, recovery };
}

describe('two-step verification', () => {
  it('[ACC-017] [DEC-08] requires the set-up of an app, and its code afterwards', async () => {
    const email = await newPerson({ mfa: true });
    const page = await visits.open('/login');
    await enterPassword(page, email);
    const first = await emailedCode(email);
    await enterCode(page, 'Code', first);
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/two-step');
    await expectReadable(page, 'two-step');
    // No address bypasses it, and the requested one is kept.
    await page.goto(`${base}/settings?connected=1`);
    await page.getByRole('button', { name: 'Set up app' }).waitFor(patient);
    expect(await page.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
    const { secret, recovery } = await setUpApp(page, (step) => expectReadable(page, step));
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('heading', { name: 'Security' }).first().waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);

    const other = await visits.open('/login');
    await enterPassword(other, email);
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor(patient);
    await enterCode(other, 'Code', '000000');
    await other.getByText('Wrong code').first().waitFor(patient);
    await expectReadable(other, 'sign-in-code');
    await enterCode(other, 'Code', codeOf(secret, 1));
    await signedIn(other);

    const third = await visits.open('/login');
    await enterPassword(third, email);
    await third.getByRole('button', { name: 'Use a recovery code' }).click();
    await third.getByLabel('Recovery code').fill('abcd-efgh-ijkl-mnop');
    await third.getByRole('button', { name: 'Confirm' }).click();
    await third.locator('[aria-invalid=true]').first().waitFor(patient);
    await expectReadable(third, 'sign-in-recovery');
    await enterCode(third, 'Recovery code', recovery[0] ?? '');
    await signedIn(third);

    const fourth = await visits.open('/login');
    await enterPassword(fourth, email);
    await fourth.getByRole('button', { name: 'Email me a code' }).click();
    await fourth.getByRole('heading', { name: 'Check your email' }).waitFor(patient);
    await enterCode(fourth, 'Code', await emailedCode(email, first));
    await signedIn(fourth);

    await page.reload();
    await page.getByText('9 codes left').first().waitFor(patient);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out everywhere else').first().waitFor(patient);
    await other.goto(`${base}/settings`);
    await other.getByLabel('Email').waitFor(patient);
  });

  it('[ACC-062] a proof of identity is required to change the password and to turn the app off', async () => {
    const email = await newPerson();
    const page = await visits.open('/login');
    await enterPassword(page, email);
    await signedIn(page);
    await page.goto(`${base}/settings`);
    await page.getByRole('button', { name: 'Change password' }).waitFor(patient);
    await expectReadable(page, 'security-off');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('nope');
    await dialog.getByLabel('New password').fill('Another-Horse-88');
    await dialog.getByLabel('Repeat password').fill('Another-Horse-88');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Wrong password').first().waitFor(patient);
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByLabel('New password').fill(`${password}x`);
    await dialog.getByLabel('Repeat password').fill(`${password}x`);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').first().waitFor(patient);
    await send(page, {
      path: '/api/v6/user/password/',
      method: 'POST',
      body: { current_password: `${password}x`, password },
    });
    const { recovery } = await setUpApp(page);
    await expectReadable(page, 'security-on');
    await page.getByRole('button', { name: 'Turn off' }).click();
    const off = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
    expect(await off.getByLabel('Current password').count()).toBe(0);
    await expectReadable(page, 'security-proof-code');
    await off.getByLabel('Code from the app or recovery code').fill(recovery[0] ?? '');
    await off.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-step verification turned off').first().waitFor(patient);
    await page.getByRole('button', { name: 'Set up app' }).waitFor(patient);
  });

  it("[DEC-08] a manager's reset removes the app", async () => {
    const { email, companyId } = await newPersonOf();
    const page = await visits.open('/login');
    await enterPassword(page, email);
    await signedIn(page);
    await page.goto(`${base}/settings`);
    await setUpApp(page);

    const staff = await visits.open(`/companies/${companyId}/employees`, { who: 'staff' });
    await staff.getByRole('button', { name: 'Actions: Ada Guarded' }).click();
    await staff.getByRole('menuitem', { name: 'Turn off two-step verification' }).click();
    await staff.getByRole('dialog').getByText('They sign in with their password').waitFor(patient);
    await picture(staff, 'second-factor-reset');
    await staff.getByRole('dialog').getByRole('button', { name: 'Turn off', exact: true }).dblclick();
    await staff.getByText('Two-step verification turned off: Ada Guarded').first().waitFor(patient);
    await staff.getByRole('button', { name: 'Actions: Ada Guarded' }).click();
    await staff.getByRole('menuitem', { name: 'Deactivate' }).waitFor(patient);
    expect(await staff.getByRole('menuitem', { name: 'Turn off two-step verification' }).count()).toBe(0);

    await page.reload();
    await page.getByLabel('Email').first().waitFor(patient);
    await enterPassword(page, email);
    await signedIn(page);
  });
});

const fine = async (page: Page, name: string, look: Variant) => {
  await expectReadable(page, name, look);
};
/** Browsers accept passkeys only for host names, not for IP addresses. */
const named = base.replace('127.0.0.1', 'localhost');

/** Adds a virtual authenticator that confirms every request. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return { session, authenticatorId };
}

describe('a passkey', () => {
  it('[DEC-08] is added in the settings, signs in without a password, and is renamed and removed', async () => {
    const email = await newPerson({ mfa: true });
    const page = await visits.open('/login');
    const { session, authenticatorId } = await addAuthenticator(page);
    await enterPassword(page, email, { at: named });
    await enterCode(page, 'Code', await emailedCode(email));
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor(patient);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Test laptop');
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Passkey added').first().waitFor(patient);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await signedIn(page);
    await page.goto(`${named}/settings`);
    await page.getByText('Test laptop').first().waitFor(patient);
    expect(await page.getByText('Your company requires two-step verification').count()).toBe(0);
    await expectReadable(page, 'security-passkey');

    await send(page, { path: '/api/v6/logout/', method: 'POST' });
    await page.goto(`${named}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor(patient);
    await expectReadable(page, 'sign-in-passkey');
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The browser did not confirm it').first().waitFor(patient);
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(page);

    await page.goto(`${named}/settings`);
    await page.getByRole('button', { name: 'Rename Test laptop' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Other laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Passkey renamed').first().waitFor(patient);
    await page.getByRole('button', { name: 'Remove Other laptop' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove passkey?' });
    await removal.getByRole('button', { name: 'Use a passkey instead' }).click();
    await removal.getByRole('button', { name: 'Confirm with a passkey' }).click();
    // The company requires it, and no app is set up.
    await removal.getByText('Your company requires two-step verification').first().waitFor(patient);
  });

  it('[DEC-08] is not offered at an IP address, and the settings name the host where it works', async () => {
    const page = await visits.open('/login');
    await page.getByLabel('Email').waitFor(patient);
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    const own = await visits.open('/settings', { who: 'recruiter' });
    await own.getByText(`Passkeys work only at ${named}`).first().waitFor(patient);
    expect(await own.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
  });
});

const enter = async (look: Look, { email, code }: { email: string; code?: string }) => {
  const page = await visits.open('/login', look);
  const body = { email, password };
  const { confirmation } = (await send(page, { path: '/api/v6/login/', method: 'POST', body })) as {
    confirmation: { token: string } | null;
  };
  if (confirmation && code !== undefined)
    await send(page, { path: '/api/v6/login/confirm/', method: 'POST', body: { token: confirmation.token, code } });
  await page.goto(`${base}/settings#security`);
  await page.locator('#security h3').first().waitFor(patient);
  return page;
};

describe('screens of two-step verification', () => {
  let email: string | undefined;
  let app: App | undefined;
  it.each(otherLooks)('[DEC-08] set up an app and show its recovery codes: $language, $scheme, phone $phone', async (look) => {
    email ??= await newPerson();
    const page = await enter(look, { email, ...(app ? { code: app.recovery.pop() ?? '' } : {}) });
    await page.locator('#security').scrollIntoViewIfNeeded();
    await fine(page, app ? 'security-on' : 'security-off', look);
    await page.locator('#security button').nth(1).click();
    const dialog = page.getByRole('dialog');
    if (app) await dialog.locator('input[name=code]').fill(app.recovery.pop() ?? '');
    else await dialog.locator('input[type=password]').fill(password);
    await fine(page, app ? 'security-proof-code' : 'security-proof', look);
    await dialog.locator('button[type=submit]').click();
    const key = dialog.locator('textarea[readonly]');
    await key.waitFor(patient);
    const secret = await key.inputValue();
    await fine(page, 'security-app', look);
    await dialog.locator('input[name=code]').fill(codeOf(secret, app ? 1 : 0));
    await dialog.locator('button[type=submit]').click();
    const codes = page.getByRole('dialog').getByRole('listitem');
    await codes.first().waitFor(patient);
    await fine(page, 'security-codes', look);
    app = { secret, recovery: await codes.allTextContents() };
    const visitor = await visits.open('/login', look);
    await visitor.locator('input[type=email]').fill(email);
    await visitor.locator('button[type=submit]').click();
    await visitor.locator('input[type=password]').fill(password);
    await visitor.locator('button[type=submit]').click();
    await visitor.locator('input[name=code]').waitFor(patient);
    await fine(visitor, 'sign-in-code', look);
    await visitor.locator('form button[type=button]').first().click();
    await visitor.locator('input[name=code][inputmode=text]').fill('abcd-efgh-ijkl-mnop');
    await visitor.locator('button[type=submit]').click();
    await visitor.locator('[aria-invalid=true]').first().waitFor(patient);
    await fine(visitor, 'sign-in-recovery', look);
  });

  it.each(otherLooks)('[DEC-08] lead to the set-up if the company requires it: $language, $scheme, phone $phone', async (look) => {
    const address = await newPerson({ mfa: true });
    const page = await visits.open('/login', look);
    const body = { email: address, password };
    const { confirmation } = (await send(page, { path: '/api/v6/login/', method: 'POST', body })) as { confirmation: { token: string } };
    const code = await emailedCode(address);
    await send(page, { path: '/api/v6/login/confirm/', method: 'POST', body: { token: confirmation.token, code } });
    await page.goto(`${base}/folders`);
    await page.locator('main h3').first().waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/two-step');
    await fine(page, 'two-step', look);
  });
});
