import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { emailTo } from './emails.ts';
import { address as base, mail } from './product-url.ts';
import { drawn, looks, otherLooks, patient, picture, send, visits } from './visit.ts';

const word = Math.random().toString(36).slice(2, 7);
const domain = `sso-${word}.test`;
const password = 'Correct-Horse-7';
const idpUrl = `${new URL(mail).origin}/identity`;
let id = 0;
beforeAll(async () => {
  const page = await visits.enter('staff');
  const company = { company_name: `Single sign-on ${word}` };
  const made = (await send(page, { path: '/api/v6/companies/new/', method: 'POST', body: company })) as { company_id: number };
  id = made.company_id;
  await visits.leave(page);
});

const of = (path: string) => `/company/sso-info${path}?company=${id}`;

/** From an address to the page of its provider. */
async function toProvider(email: string): Promise<Page> {
  const page = await visits.open('/login');
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: 'Identity provider (sandbox)' }).first().waitFor(patient);
  return page;
}

describe('single sign-on', () => {
  it('[SSO-001] [SSO-003] [SSO-013] [ROLE-036] is configured in a form that shows errors at each field', async () => {
    const page = await visits.open(`/companies/${id}`, { who: 'staff' });
    await page.getByRole('link', { name: 'Single sign-on', exact: true }).click();
    await page.getByText('Single sign-on is not set up').first().waitFor(patient);
    await expectReadable(page, 'sso-own');
    await page.getByRole('link', { name: 'Set up single sign-on' }).click();
    await page.getByRole('button', { name: 'Set up single sign-on' }).click();
    await page.getByText('Field is required').first().waitFor(patient);
    expect(await page.getByText('Field is required').count()).toBe(5);
    await expectReadable(page, 'sso-add');
    await page.getByLabel('Provider', { exact: false }).first().fill('Sandbox');
    await page.getByLabel('IdP URL').fill(`${idpUrl}/nowhere`);
    await page.getByLabel('Client ID').fill('headwater-sandbox');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('sandbox-secret');
    await page.getByLabel('Email domains').fill(`${domain}, gmail.com`);
    await page.getByRole('button', { name: 'Set up single sign-on' }).click();
    await page.getByText('Anyone can have an address at gmail.com').first().waitFor(patient);
    await page.getByLabel('Email domains').fill(domain);
    await page.getByRole('button', { name: 'Set up single sign-on' }).click();
    await page.getByText('No OpenID Connect provider answers at this address').first().waitFor(patient);
    await page.getByLabel('IdP URL').fill(idpUrl);
    await page.getByRole('button', { name: 'Set up single sign-on' }).click();
    await page.getByText('Set, not shown').first().waitFor(patient);
    await page.getByText('Verified', { exact: true }).first().waitFor(patient);
    await expectReadable(page, 'sso');
    expect(await page.getByRole('textbox', { name: 'Redirect URI' }).inputValue()).toBe(`${base}/sso/auth/callback/`);
  });

  it('[ACC-060] [SSO-002] [SSO-014] [SSO-018] can be edited, and keeps an untyped secret', async () => {
    const page = await visits.open(of('/update'), { who: 'staff' });
    await page.getByLabel('Update interval, seconds').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Field is required').first().waitFor(patient);
    await expectReadable(page, 'sso-update');
    await page.getByLabel('Update interval, seconds').fill('900');
    expect(await page.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('900 seconds').first().waitFor(patient);
    expect(await send(page, { path: `/sso/settings/?company_id=${id}` })).toMatchObject({
      settings: { config_update_interval: 900, has_client_secret: true, provider: 'Sandbox' },
    });
  });

  it('[SSO-007] [SSO-014] reports domains changed by a colleague, and replaces them on the second save', async () => {
    const page = await visits.open(of('/update'), { who: 'staff' });
    const [theirs, mine] = [`theirs-${domain}`, `mine-${domain}`];
    const domains = page.getByLabel('Email domains');
    await domains.waitFor(patient);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const settings = { path: '/sso/settings/', method: 'PATCH' };
    await send(page, { ...settings, body: { company_id: id, domains: `${domain}, ${theirs}` } });
    // A refused domain reveals nothing about the colleague's change.
    await domains.fill(`${domain}, ${mine}, gmail.com`);
    await save.click();
    await page.getByText('Anyone can have an address at gmail.com').first().waitFor(patient);
    await domains.fill(`${domain}, ${mine}`);
    await save.click();
    await page.getByText('This was changed while the form was open').first().waitFor(patient);
    expect(await domains.getAttribute('aria-invalid')).toBe('true');
    await picture(page, 'sso-domains-changed');
    const saved = async () =>
      ((await send(page, { path: `/sso/settings/?company_id=${id}` })) as { settings: { domains: string } }).settings.domains;
    expect(await saved()).toBe(`${domain}, ${theirs}`);
    await save.click();
    await page.getByText('Set, not shown').first().waitFor(patient);
    expect(await saved()).toBe(`${mine}, ${domain}`);
    await send(page, { ...settings, body: { company_id: id, domains: domain } });
  });

  it.each(looks)('[SSO-001] [SSO-015] is read-only for a service manager: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open(of(''), { who: 'staff', ...look });
    const body = { email: `service-${Math.random().toString(36).slice(2, 9)}@serving.test`, first_name: 'Sam', last_name: 'Service' };
    const more = { password: 'Correct-Horse-8', role: 'service_admin', company_id: id, language: look.language };
    const made = (await send(page, { path: '/api/v6/managers/', method: 'POST', body: { ...body, ...more } })) as { id: number };
    await send(page, { path: `/api/internal/users/${made.id}/login_as/`, method: 'POST' });
    const why = look.language === 'ru' ? 'Это могут изменить только администраторы' : 'Only administrators can change this';
    try {
      await page.goto(`${base}/company/sso-info`);
      await page.getByRole('note').filter({ hasText: why }).waitFor(patient);
      await page.locator('main dl').first().waitFor(patient);
      await expectReadable(page, 'sso-read', look);
      const buttons = await page
        .locator('main button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
      // The button of the impersonation bar stays.
      expect(buttons.filter((name) => !/^(?:Copy|Скопировать|Return|Вернуться)/.test(name ?? ''))).toEqual([]);
      expect(await page.locator('main a[href*="/sso-info/"], main form').count()).toBe(0);
      for (const path of ['add', 'update']) {
        await page.goto(`${base}/company/sso-info/${path}`);
        await page.locator('main').getByText(why).first().waitFor(patient);
        expect(await page.locator('main form').count()).toBe(0);
      }
      await expectReadable(page, 'sso-closed', look);
    } finally {
      await send(page, { path: '/api/internal/users/return/', method: 'POST' });
    }
  });

  it('[ACC-002] [SSO-011] [SSO-016] leads a new user through the provider into the company', async () => {
    const page = await toProvider(`grace-${word}@${domain}`);
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${base}/`, patient);
    await page.getByRole('navigation').first().waitFor(patient);
    expect(await send(page, { path: '/api/internal/users/me/' })).toMatchObject({
      name: 'Grace Hopper',
      role: 'worker',
      company: { company_id: id },
    });
  });

  it('[SSO-016] explains why an unconfirmed user is rejected', async () => {
    const page = await toProvider(`ada-${word}@${domain}`);
    await page.getByLabel('Token').selectOption({ label: 'Expired' });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'has expired' }).first().waitFor(patient);
    expect(new URL(page.url()).pathname).toBe('/login/sso');
  });

  it.each(looks)('[SSO-016] confirms unverified addresses by e-mail: $language, $scheme, phone $phone', async (look) => {
    const staff = await visits.open(of(''), { who: 'staff' });
    const email = `asked-${Math.random().toString(36).slice(2, 9)}@${domain}`;
    const body = { company_id: id, email, first_name: 'Astrid', last_name: 'Asked', password, language: look.language };
    await send(staff, { path: '/api/v6/admins/', method: 'POST', body });
    const page = await visits.open(`/login/sso?email=${encodeURIComponent(email)}`, look);
    await page.locator('form button[type=submit]').click();
    await page.locator('select[name=fault]').waitFor(patient);
    await page.locator('select[name=fault]').selectOption('silent');
    await page.locator('button[value=allow]').click();
    await page.waitForURL(/problem=confirm_sent/, patient);
    const text = look.language === 'ru' ? 'мы отправили на неё ссылку' : 'we sent a link to it';
    await page.getByRole('alert').filter({ hasText: text }).first().waitFor(patient);
    await expectReadable(page, 'sso-confirm-sent', look);
    const link = /\/login\/sso\/confirm\?token=[\w-]+/.exec(await emailTo(email, /login\/sso\/confirm/))?.[0] ?? '';
    await page.goto(base + link);
    const confirm = page.getByRole('button', { name: look.language === 'ru' ? 'Войти' : 'Sign in', exact: true });
    await confirm.waitFor(patient);
    await expectReadable(page, 'sso-confirm', look);
    // Opening the link twice, like mail scanners, does not use it up; another browser cannot use
    // it.
    const elsewhere = await visits.open(link, look);
    await elsewhere.getByRole('alert').waitFor(patient);
    await expectReadable(elsewhere, 'sso-confirm-elsewhere', look);
    await visits.leave(elsewhere);
    await page.reload();
    await confirm.click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'), patient);
    expect(await send(page, { path: '/api/internal/users/me/' })).toMatchObject({ email });
    await emailTo(email, look.language === 'ru' ? /можно войти через Sandbox/ : /Sandbox signs you in/);
    await page.goto(`${base}/settings`);
    const words =
      look.language === 'ru'
        ? ['Отключить Sandbox', 'Отключить', 'Текущий пароль']
        : ['Disconnect Sandbox', 'Disconnect', 'Current password'];
    const remove = page.getByRole('button', { name: words[0], exact: true });
    await remove.waitFor(patient);
    await remove.scrollIntoViewIfNeeded();
    await expectReadable(page, 'settings-provider', look);
    await remove.click();
    await page
      .getByRole('dialog')
      .getByLabel(words[2] ?? '', { exact: true })
      .fill(password);
    await expectReadable(page, 'settings-provider-remove', look);
    await page.getByRole('dialog').getByRole('button', { name: words[1], exact: true }).click();
    await remove.waitFor({ ...patient, state: 'detached' });
  });

  it('[SSO-010] [SSO-016] can be required after an administrator has signed in through it', async () => {
    const settings = await visits.open(of('/update'), { who: 'staff' });
    await settings.getByLabel('Client ID').waitFor(patient);
    const { settings: known } = (await send(settings, { path: `/sso/settings/?company_id=${id}` })) as {
      settings: { proved_at: string | null };
    };
    const required = settings.getByRole('switch', { name: 'Require single sign-on' });
    // On a second attempt it is already proved.
    expect(await required.isDisabled()).toBe(known.proved_at === null);
    const [admin, worker] = [`admin-${word}@${domain}`, `worker-${word}@${domain}`];
    await send(settings, {
      path: '/api/v6/admins/',
      method: 'POST',
      body: { company_id: id, email: admin, first_name: 'Alice', last_name: 'Admin', password },
    }).catch(() => undefined);
    await send(settings, {
      path: '/api/v6/workers/',
      method: 'POST',
      body: { company_id: id, email: worker, first_name: 'Wanda', last_name: 'Worker', password },
    }).catch(() => undefined);
    const page = await toProvider(admin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor(patient);
    await settings.reload();
    await settings.getByLabel('Client ID').waitFor(patient);
    if (!(await required.isChecked())) {
      await required.press('Space');
      await settings.getByRole('button', { name: 'Save', exact: true }).click();
    } else await settings.goto(`${base}${of('')}`);
    await settings.getByText('900 seconds').first().waitFor(patient);
    const kept = await visits.open('/login?next=/folders/');
    await kept.getByLabel('Email').fill(worker);
    await kept.getByRole('button', { name: 'Continue', exact: true }).click();
    await kept.getByLabel('Password', { exact: true }).fill(password);
    await kept.getByRole('button', { name: 'Sign in', exact: true }).click();
    await kept.getByText('Your company requires single sign-on').first().waitFor(patient);
    await expectReadable(kept, 'login-sso-required');
    expect(await kept.getByLabel('Work email').inputValue()).toBe(worker);
    expect(new URL(kept.url()).searchParams.get('next')).toBe('/folders/');
    await kept.getByRole('button', { name: 'Continue', exact: true }).click();
    await kept.getByRole('heading', { name: 'Identity provider (sandbox)' }).first().waitFor(patient);
  });

  it.each(looks)(
    '[ACC-046] [ACC-047] [SSO-016] redirects users who register themselves: $language, $scheme, phone $phone',
    async (look) => {
      const staff = await visits.open(of(''), { who: 'staff' });
      const setRequired = (enforced: boolean) =>
        send(staff, { path: '/sso/settings/', method: 'PATCH', body: { company_id: id, enforced } });
      const email = `registers-${Math.random().toString(36).slice(2, 9)}@${domain}`;
      const person = { email, first_name: 'Rita', last_name: 'Registers', password, language: look.language };
      const register = () => send(staff, { path: '/api/v6/register/', method: 'POST', body: person });
      await setRequired(false);
      await register();
      const activate = /\/users\/activate\/[\w-]+/.exec(await emailTo(email, /users\/activate/))?.[0] ?? '';
      await setRequired(true);
      const page = await visits.open(activate, look);
      await page
        .getByRole('link', { name: look.language === 'ru' ? 'Войти через единый вход' : 'Sign in with single sign-on' })
        .waitFor(patient);
      await expectReadable(page, 'activate-sso', look);
      await register();
      const link = /\/login\/sso\?email=\S+/.exec(await emailTo(email, /login\/sso\?email/))?.[0] ?? '';
      await page.goto(base + link);
      await page.locator('input[type=email]').waitFor(patient);
      expect(await page.locator('input[type=email]').inputValue()).toBe(email);
    },
  );

  it.each(looks)('[EMP-082] [SSO-016] redirects invited users: $language, $scheme, phone $phone', async (look) => {
    const staff = await visits.open(of(''), { who: 'staff' });
    const invited = `invited-${Math.random().toString(36).slice(2, 9)}@${domain}`;
    const body = { company_id: id, email: invited, role: 'worker', language: look.language };
    await send(staff, { path: '/api/v6/invitations/', method: 'POST', body });
    const path = /\/invitations\/accept-invite\/[\w-]+/.exec(await emailTo(invited, /accept-invite/))?.[0] ?? '';
    const page = await visits.open(path, look);
    const through = page.getByRole('link', {
      name: look.language === 'ru' ? 'Продолжить через единый вход' : 'Continue with single sign-on',
    });
    await through.waitFor(patient);
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await expectReadable(page, 'accept-invite-sso', look);
    await through.click();
    await page.waitForURL(/\/login\/sso/, patient);
    expect(await page.locator('input[type=email]').inputValue()).toBe(invited);
  });

  it('[SSO-017] reports below the e-mail that it is not configured for it', async () => {
    const page = await visits.open('/login/sso');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Field is required').first().waitFor(patient);
    await page.getByLabel('Work email').fill('somebody@nowhere.test');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Single sign-on is not set up for this email').first().waitFor(patient);
    expect(await page.getByLabel('Work email').getAttribute('aria-invalid')).toBe('true');
    await expectReadable(page, 'login-sso');
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).first().waitFor(patient);
  });

  it('shows the provisioning token once and revokes it', async () => {
    const page = await visits.open(of(''), { who: 'staff' });
    const section = page.getByRole('region', { name: 'User provisioning (SCIM)' });
    await section.waitFor(patient);
    expect(await section.getByRole('textbox', { name: 'Base URL' }).inputValue()).toBe(`${base}/scim/v2`);
    const create = section.getByRole('button', { name: 'Create token' });
    const replace = section.getByRole('button', { name: 'Replace token' });
    await create.or(replace).first().click();
    // An earlier attempt may have left a token.
    const again = page.getByRole('dialog').getByRole('button', { name: 'Replace token' });
    const secret = section.getByRole('textbox', { name: 'Token' });
    const proof = page.getByRole('dialog').getByLabel('Current password', { exact: true });
    await proof.or(again).first().waitFor(patient);
    if (await again.isVisible()) await again.click();
    await proof.fill('Demo-Headwater-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await secret.waitFor(patient);
    const token = await secret.inputValue();
    const call = (path: string, body?: object) =>
      fetch(`${base}/scim/v2${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const userName = `scim-${Math.random().toString(36).slice(2, 9)}@${domain}`;
    expect((await call('/Users', { userName, name: { givenName: 'Анна', familyName: 'Каренина' } })).status).toBe(201);
    await page.reload();
    await section.getByText(/^\d+, active: \d+$/).waitFor(patient);
    expect(await secret.count()).toBe(0);
    await section.getByText(`…${token.slice(-4)}`).waitFor(patient);
    await picture(page, 'sso-scim');
    await section.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await create.waitFor(patient);
    expect((await call('/Users')).status).toBe(401);
  });

  it.each(otherLooks)('[SSO-001] [SSO-002] [SSO-003] [ACC-002] is readable: $language, $scheme, phone $phone', async (look) => {
    for (const [path, screen, who] of [
      [of(''), 'sso', 'staff'],
      [of('/update'), 'sso-update', 'staff'],
      ['/company/sso-info', 'sso-own', 'admin'],
      ['/company/sso-info/add', 'sso-add', 'admin'],
      ['/login/sso?problem=other_person', 'login-sso', undefined],
      ['/login/sso?problem=required&email=grace%40acme.test', 'login-sso-required', undefined],
    ] as const) {
      const page = await visits.open(path, { ...look, ...(who ? { who } : {}) });
      await page.locator('main h1').first().waitFor(patient);
      await page.locator('main form, main dl, main h2').first().waitFor(patient);
      await drawn(page);
      await expectReadable(page, screen, look);
      await visits.leave(page);
    }
  });
});
