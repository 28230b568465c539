import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { looks, makeCompany, patient, send, stateLooks, visits } from './visit.ts';

/** Unique word per attempt. */
const fresh = () => Math.random().toString(36).slice(2, 8);
const word = fresh();
const password = 'Correct-Horse-8';
let companyId = 0;
let managerId = 0;

beforeAll(async () => {
  const page = await visits.open('/companies', { who: 'staff' });
  companyId = await makeCompany(page, { company_name: `Served ${word}` });
  const manager = (await send(page, {
    path: '/api/v6/hiring_managers/',
    method: 'POST',
    body: {
      company_id: companyId,
      email: `hm.${word}@served.test`,
      first_name: 'Henry',
      last_name: 'Own',
      password,
      hm_access: { tags: false },
    },
  })) as { id: number };
  managerId = manager.id;
  await send(page, {
    path: '/api/v6/workers/',
    method: 'POST',
    body: { company_id: companyId, email: `rec.${word}@served.test`, first_name: 'Rita', last_name: 'Recruits', password },
  });
  await visits.leave(page);
});

const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions: ${name}` }).click();

async function resendInvitations(page: Page): Promise<void> {
  for (const [path, role] of [
    ['/company/employees', 'worker'],
    ['/company/hiring-managers', 'hm'],
  ] as const) {
    const email = `pending-${fresh()}@acme.test`;
    const { user_id: id } = (await send(page, { path: '/api/v6/invitations/', method: 'POST', body: { email, role } })) as {
      user_id: number;
    };
    await page.goto(`${base}${path}?search=${email}`);
    const row = page.getByRole('row', { name: new RegExp(email) }).first();
    await row.getByText('Not accepted yet').waitFor(patient);
    await openMenu(page, email);
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
    // Less than a minute has passed.
    await page
      .getByText(/try again in/i)
      .first()
      .waitFor(patient);
    // Setting a name does not accept the invitation.
    await page.goto(`${base}${path}/${id}`);
    await page.getByRole('heading', { name: email, level: 2 }).first().waitFor(patient);
    await page.getByLabel('First name').fill('Pia');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(`${base}${path}/${id}`);
    await page.getByRole('heading', { name: 'Pia', level: 2 }).first().waitFor(patient);
    await page.getByText('Not accepted yet').first().waitFor(patient);
    await openMenu(page, 'Pia');
    await page.getByRole('menuitem', { name: 'Resend invitation' }).waitFor(patient);
    await page.keyboard.press('Escape');
  }
}

async function makeToken(page: Page): Promise<void> {
  const email = `token-${fresh()}@acme.test`;
  await send(page, {
    path: '/api/v6/workers/',
    method: 'POST',
    body: { email, first_name: 'Tom', last_name: email, password, api_manager: true },
  });
  await page.goto(`${base}/company/employees?search=${email}`);
  await openMenu(page, `Tom ${email}`);
  await page.getByRole('menuitem', { name: 'Create API token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill('Demo-Headwater-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const field = page.getByRole('textbox', { name: 'New token' });
  await field.waitFor(patient);
  const token = await field.inputValue();
  const called = await fetch(`${base}/api/v6/folders/`, { headers: { authorization: `Token ${token}` } });
  expect(called.status).not.toBe(401);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `Tom ${email}` }).click();
  await page
    .getByText(`API key …${token.slice(-4)}`)
    .first()
    .waitFor(patient);
  expect(await page.content()).not.toContain(token);
}

async function actAsRecruiter(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${companyId}/employees?search=Rita`);
  await openMenu(page, 'Rita Recruits');
  await page.getByRole('menuitem', { name: 'Log in as Rita Recruits' }).click();
  await page.getByText('You are acting as Rita Recruits').first().waitFor(patient);
  await page.getByRole('button', { name: 'Return' }).first().click();
  await page
    .getByText('You are acting as')
    .first()
    .waitFor({ state: 'detached', ...patient });
}

async function limitHiringManager(page: Page): Promise<void> {
  await page.goto(`${base}/companies/${companyId}/hiring-managers/${managerId}`);
  await page.getByRole('heading', { name: 'Henry Own', level: 2 }).first().waitFor(patient);
  // The list that contains the person is marked.
  const open = page.getByRole('navigation', { name: 'Pages of the company' }).locator('[aria-current="page"]');
  expect(await open.allInnerTexts()).toEqual(['Hiring managers']);
  await page.getByLabel('Contacts', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Off', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').first().waitFor(patient);
  const saved = await send(page, { path: `/api/v6/hiring_managers/${managerId}/` });
  expect(saved).toMatchObject({ hm_access: { contacts: false, tags: false } });
}

async function addServiceManager(page: Page): Promise<void> {
  const name = `Sam${fresh()}`;
  await page.goto(`${base}/managers/add`);
  await page.getByRole('heading', { name: 'New manager' }).first().waitFor(patient);
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Email').fill(`${name}@staff.test`);
  await page.getByLabel('Password').first().fill(password);
  await page.getByLabel('Role', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Service manager' }).click();
  await page.getByRole('button', { name: 'Add manager' }).click();
  await page.getByText('This field cannot be empty').first().waitFor(patient);
  // The refused field has focus, and its options do not cover the error.
  expect(await page.getByRole('listbox').count()).toBe(0);
  const box = page.getByLabel('Company').and(page.locator('input')).first();
  await box.fill(`Served ${word}`);
  await page.getByRole('option', { name: `Served ${word}` }).click();
  await page.getByRole('button', { name: 'Add manager' }).click();
  await page.getByText(`${name} added`).first().waitFor(patient);
  await page.goto(`${base}/companies/${companyId}`);
  await page.getByRole('button', { name: 'Log in as service manager' }).click();
  await page
    .getByText(/You are acting as Sam/)
    .first()
    .waitFor(patient);
  await page.getByRole('button', { name: 'Return' }).first().click();
  await page
    .getByText('You are acting as')
    .first()
    .waitFor({ state: 'detached', ...patient });
}

describe('people', () => {
  it('[EMP-024] [EMP-030] [EMP-055] [EMP-078] [EMP-079] [ROLE-022] are invited again and get an API token from administrators', async () => {
    const page = await visits.open('/company/employees', { who: 'admin' });
    await resendInvitations(page);
    await makeToken(page);
  });

  it('[EMP-049] [ROLE-008] [ROLE-031] [ROLE-032] [ROLE-033] [ROLE-050] are managed by staff, who act as them and return', async () => {
    const page = await visits.enter('staff');
    await actAsRecruiter(page);
    await limitHiringManager(page);
    await addServiceManager(page);
  });
});

describe('forms of people', () => {
  it.each(stateLooks)(
    '[EMP-049] [ROLE-033] lock account-opening fields for staff who act as an administrator, with the reason: $language, $scheme, phone $phone',
    async (look) => {
      const page = await visits.open('/companies', { who: 'staff', ...look });
      const person = async (folder: string, name: string) => {
        const body = {
          company_id: companyId,
          email: `${name}.${fresh()}@served.test`,
          first_name: name,
          last_name: 'Closed',
          password,
          language: look.language,
        };
        return ((await send(page, { path: `/api/v6/${folder}/`, method: 'POST', body })) as { id: number }).id;
      };
      const [admin, other, worker] = [await person('admins', 'Ada'), await person('admins', 'Otto'), await person('workers', 'Will')];
      const reason = look.language === 'ru' ? 'Пока вы действуете от имени другого' : 'while you act as someone else';
      const fields = (name: string) => page.locator('main form').locator(`input[name=${name}]`);
      const looked = async (screen: string) => {
        await expectReadable(page, screen, look);
      };
      await page.goto(`${base}/companies/${companyId}/employees/${worker}/move-to-company`);
      await page.locator('main form').first().waitFor(patient);
      await looked('employee-move');
      await send(page, { path: `/api/internal/users/${admin}/login_as/`, method: 'POST' });
      try {
        for (const [id, closed, screen] of [
          [worker, 2, 'employee-closed'],
          [other, 3, 'employee-closed-admin'],
          [admin, 3, 'employee-closed-own'],
        ] as const) {
          await page.goto(`${base}/company/employees/${id}`);
          await fields('email').waitFor(patient);
          expect([screen, await page.locator('main form').getByText(reason).count()]).toEqual([screen, closed]);
          expect([await fields('email').isDisabled(), await fields('password').isDisabled()]).toEqual([true, true]);
          expect(await fields('first_name').isDisabled()).toBe(false);
          await looked(screen);
        }
      } finally {
        await send(page, { path: '/api/internal/users/return/', method: 'POST' });
      }
      await page.goto(`${base}/companies/${companyId}/employees/${worker}`);
      await fields('email').waitFor(patient);
      expect([await fields('email').isDisabled(), await fields('password').isDisabled()]).toEqual([false, false]);
    },
  );
});

it.each(looks)('[ROLE-001] [EMP-008] [DEC-14] are readable: $language, $scheme, phone $phone', async (look) => {
  const windows = {
    admin: await visits.open('/icon.svg', { who: 'admin', ...look }),
    staff: await visits.open('/icon.svg', { who: 'staff', ...look }),
  };
  for (const [path, screen, who] of [
    ['/company/roles', 'roles', 'admin'],
    [`/companies/${companyId}/roles`, 'roles-staff', 'staff'],
    ['/events', 'event-log-all', 'staff'],
    [`/companies/${companyId}/hiring-managers/${managerId}`, 'hiring-manager-edit', 'staff'],
  ] as const) {
    const page = windows[who];
    await page.goto(base + path);
    await page.locator('main h1').first().waitFor(patient);
    await page.locator('main tbody tr, main form, main article').first().waitFor(patient);
    await expectReadable(page, screen, look);
  }
});
