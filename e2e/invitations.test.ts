import { describe, expect, it, vi } from 'vitest';
import { axeFaults, expectReadable } from './axe.ts';
import { address as base, mail } from './product-url.ts';
import { lookName, looks, makeCompany, otherLooks, patient, picture, send, visits } from './visit.ts';

const word = Math.random().toString(36).slice(2, 7);
const settings = '/company/hiring-managers/settings';

const secret = 'Correct-Horse-8';
let counter = 0;
const fresh = () => `invited-${Math.random().toString(36).slice(2, 8)}-${(counter += 1)}@acme.test`;

/** E-mails of a mailbox as pages, oldest first. */
async function emailsOf(email: string): Promise<string[]> {
  const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
  const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
  const sorted = [...new Set(numbers)].toSorted((one, other) => one - other);
  return Promise.all(sorted.map(async (number) => (await fetch(`${inbox}/${number}?view=text`)).text()));
}

/** Path of the link in the only e-mail. */
async function invitationLink(email: string): Promise<string> {
  const letters = await vi.waitFor(
    async () => {
      const found = await emailsOf(email);
      if (found.length === 0) throw new Error('no letter yet');
      return found;
    },
    { timeout: 45_000, interval: 200 },
  );
  expect(letters).toHaveLength(1);
  const path = /\/invitations\/accept-invite\/[\w-]+/.exec(letters[0] ?? '')?.[0];
  if (!path) throw new Error('the letter has no link');
  return path;
}

describe('invitations', () => {
  it('[EMP-077] [EMP-080] [EMP-081] [EMP-083] are sent to several addresses, and accepted once through the e-mailed link', async () => {
    const [first, second] = [fresh(), fresh()];
    const admin = await visits.open('/company/', { who: 'admin' });
    await admin.getByRole('button', { name: 'Invite people' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Enter an email address').first().waitFor(patient);
    await dialog.getByLabel('Email addresses').fill(`${first}, recruiter@demo.headwater.test\n${second} nobody`);
    await dialog.getByLabel('Role').first().click();
    await admin.getByRole('option', { name: 'Hiring manager' }).click();
    await dialog.getByRole('button', { name: 'Send 4 invitations' }).click();
    await dialog.getByText('This person already has an account in the company').first().waitFor(patient);
    await dialog.getByText('Enter a valid email address').first().waitFor(patient);
    await vi.waitFor(async () =>
      expect(await dialog.getByLabel('Email addresses').inputValue()).toBe('recruiter@demo.headwater.test\nnobody'),
    );
    await expectReadable(admin, 'invite');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const waiting = admin.getByRole('listitem').filter({ hasText: first });
    await waiting.getByText('Not accepted yet').first().waitFor(patient);
    await waiting.scrollIntoViewIfNeeded();
    await expectReadable(admin, 'invitations');
    await waiting.getByRole('button', { name: `Resend: ${first}` }).click();
    await admin
      .getByText(/try again in \d+ s/)
      .first()
      .waitFor(patient);

    const path = await invitationLink(first);
    const invited = await visits.open(path);
    await invited.getByRole('heading', { name: 'Join Demo company' }).first().waitFor(patient);
    await invited.getByLabel('First name').fill('Grace');
    await invited.getByLabel('Last name').fill(word);
    await invited.getByLabel('Password', { exact: true }).fill('too short');
    await invited.getByLabel('Repeat password').fill(secret);
    await invited.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.getByText('A password must have at least 12 characters').first().waitFor(patient);
    await expectReadable(invited, 'accept-invite');
    await invited.getByLabel('Password', { exact: true }).fill(secret);
    // The next page loads the user that failed to load here.
    await invited.route(/\/users\/me\/$/, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<p>away</p>' }), {
      times: 1,
    });
    await invited.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.waitForURL(/\/folders\/?$/, patient);
    await invited.getByText(`Grace ${word}`).first().waitFor(patient);

    const late = await visits.open(path);
    await late.getByRole('heading', { name: 'This invitation does not work' }).first().waitFor(patient);
    await expectReadable(late, 'accept-invite-closed');
    await admin.reload();
    await admin.getByRole('listitem').filter({ hasText: second }).first().waitFor(patient);
    expect(await admin.getByText(first).count()).toBe(0);
    expect(await emailsOf(second)).toHaveLength(1);
  });

  it('[ROLE-021] [EMP-081] are sent by staff from the page of any company', async () => {
    const page = await visits.open('/companies', { who: 'staff' });
    await page.goto(`${base}/companies/${await makeCompany(page, { company_name: `Invited ${word}` })}`);
    const email = fresh();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('Email addresses').fill(email);
    await dialog.getByLabel('Role').first().click();
    await page.getByRole('option', { name: 'Administrator', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invitation sent').first().waitFor(patient);
    await page.getByRole('listitem').filter({ hasText: email }).first().waitFor(patient);
    expect(await invitationLink(email)).toContain('/invitations/');
  });

  it.each(otherLooks)('[EMP-077] are readable: $language, $scheme, phone $phone', async (look) => {
    const admin = await visits.open('/company/', { who: 'admin', ...look });
    const email = fresh();
    const body = { email, role: 'worker', language: look.language };
    await send(admin, { path: '/api/v6/invitations/', method: 'POST', body });
    await admin.reload();
    await admin.getByText(email).first().waitFor(patient);
    await admin.getByText(email).first().scrollIntoViewIfNeeded();
    await expectReadable(admin, 'invitations', look);
    await admin.getByRole('button', { name: look.language === 'ru' ? 'Пригласить' : 'Invite people' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.locator('textarea').first().fill('ada@acme.test\ngrace@acme.test');
    await expectReadable(admin, 'invite', look);

    const path = await invitationLink(email);
    const letter = await visits.open('/login', look);
    await letter.goto(`${mail}/mailbox/${encodeURIComponent(email)}/INBOX/1/body`);
    await letter.getByRole('link').first().waitFor(patient);
    await picture(letter, `invitation-letter-${lookName(look)}`);
    const invited = await visits.open(path, look);
    await invited.locator('input[name="first_name"]').waitFor(patient);
    await expectReadable(invited, 'accept-invite', look);
    const closed = await visits.open('/invitations/accept-invite/nothing', look);
    await closed.getByRole('link').first().waitFor(patient);
    await picture(closed, `accept-invite-closed-${lookName(look)}`);
    expect(await axeFaults(closed)).toEqual([]);
  });

  it.each(looks)('[EMP-081] report a taken address only to its owner: $language, $scheme, phone $phone', async (look) => {
    const staff = await visits.open('/companies', { who: 'staff' });
    const email = fresh();
    const elsewhere = await makeCompany(staff, { company_name: `Elsewhere ${word}` });
    await send(staff, { path: '/api/v6/workers/', method: 'POST', body: { email, company_id: elsewhere, password: secret } });
    const admin = await visits.open('/company/', { who: 'admin', ...look });
    const body = { email, role: 'worker', language: look.language };
    expect(await send(admin, { path: '/api/v6/invitations/', method: 'POST', body })).toMatchObject({ email, is_accepted: false });
    const invited = await visits.open(await invitationLink(email), look);
    await invited.getByText(email).first().waitFor(patient);
    await expectReadable(invited, 'accept-invite-taken', look);
    expect(await invited.locator('input[type=password]').count()).toBe(0);
  });
});

describe('visibility for hiring managers', () => {
  it('[EMP-017] [EMP-071] [ROLE-043] [ROLE-048] is set by an administrator and removes sections from their screens', async () => {
    const recruiter = await visits.open('/folders/', { who: 'recruiter' });
    const { users } = (await send(recruiter, { path: '/api/v6/users/?role=hm' })) as { users: { id: number }[] };
    const body = { name: `Shared ${Math.random().toString(36).slice(2)}`, granted_users: users.map(({ id }) => id) };
    const { id } = (await send(recruiter, { path: '/api/v6/folders/', method: 'POST', body })) as { id: number };
    const { profiles } = (await send(recruiter, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number; name: string }[] };
    const [profile] = profiles;
    if (!profile) throw new Error('the search found nobody');
    await send(recruiter, { path: '/api/v6/candidates/', method: 'POST', body: { folder_id: id, profiles: [profile.id] } });

    const manager = await visits.open(`/profiles/${profile.id}/`, { who: 'hm' });
    await manager.getByRole('heading', { name: profile.name }).first().waitFor(patient);
    await manager.getByRole('heading', { name: 'Contacts' }).first().waitFor(patient);

    const admin = await visits.open('/company/', { who: 'admin' });
    await admin.getByRole('link', { name: 'Candidate visibility' }).click();
    await admin.getByRole('switch').first().waitFor(patient);
    await expectReadable(admin, 'hiring-manager-settings');
    await admin.getByRole('switch', { name: 'Contacts' }).click({ force: true });
    await admin.getByRole('switch', { name: 'Personal data' }).click({ force: true });
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Saved').first().waitFor(patient);

    await manager.reload();
    await manager.getByRole('heading', { name: 'Name hidden' }).first().waitFor(patient);
    expect(await manager.getByText(profile.name).count()).toBe(0);
    expect(await manager.getByRole('heading', { name: 'Contacts' }).count()).toBe(0);

    await send(admin, {
      path: '/api/v6/company/hiring_managers_settings/',
      method: 'PATCH',
      body: { hm_display_sections: { contacts: true, personal_info: true } },
    });
    await manager.reload();
    await manager.getByRole('heading', { name: profile.name }).first().waitFor(patient);
  });

  it('[EMP-007] is set by staff for any company', async () => {
    const page = await visits.open('/companies/new', { who: 'staff' });
    const id = await makeCompany(page, { company_name: `Sections ${word}` });
    await page.goto(page.url().replace('/companies/new', `/companies/${id}${settings.slice('/company'.length)}`));
    await page.getByRole('switch', { name: 'Tags' }).click({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor(patient);
    const path = `/api/v6/companies/${id}/hiring_managers_settings/`;
    expect(await send(page, { path })).toMatchObject({ hm_display_sections: { tags: false, contacts: true } });
  });

  it.each(otherLooks)('[EMP-017] is readable: $language, $scheme, phone $phone', async (look) => {
    const page = await visits.open(settings, { who: 'admin', ...look });
    await page.getByRole('switch').first().waitFor(patient);
    await expectReadable(page, 'hiring-manager-settings', look);
  });
});
