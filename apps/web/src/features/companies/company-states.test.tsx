import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json, proxyPage, type StubServer } from '#testing/stub-server.ts';

const umbrella = { company_id: 7, company_name: 'Umbrella' };

function answerCompany(server: StubServer): void {
  server.on(contract.companies.find, () => answerOf(contract.companies.find, umbrella));
  server.on(contract.companies.info, () => answerOf(contract.companies.info, umbrella));
}

it("[COMP-072] shows the company's name and the error if its overview fails to load", async () => {
  const { server, hands } = await openApp('/companies/7/update', { as: userOf('super_user'), answers: answerCompany });
  const pages = await screen.findByRole('navigation', { name: 'Pages of the company' });
  server.on(contract.companies.info, () => proxyPage(503));
  await hands.click(within(pages).getByRole('link', { name: 'Overview' }));
  const alert = await screen.findByText('Service unavailable');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Umbrella');
  answerCompany(server);
  await hands.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Contact quotas');
  expect(alert.isConnected).toBe(false);
});

it.each(['update', 'custom-settings', 'hiring-managers/settings'])(
  '[ROLE-016] shows an account manager a read-only company form with the reason: %s',
  async (part) => {
    await openApp(`/companies/7/${part}`, { as: userOf('manager'), answers: answerCompany });
    const form = await waitFor(() => {
      const closed = document.querySelector<HTMLElement>('main form:has(fieldset[disabled])');
      if (!closed) throw new Error('no closed form');
      return closed;
    });
    expect(within(form).getAllByRole('note').length).toBeGreaterThan(0);
    expect(form.querySelector('button[type=submit]')).toBeNull();
    expect(form.querySelector('input')).not.toBeNull();
    expect(form.querySelector('input:enabled')).toBeNull();
  },
);

it('[COMP-039] lets only an administrator with a second factor require one in the own company', async () => {
  const { server, hands } = await openApp('/company/update', { as: userOf('admin') });
  server.on(contract.companies.saveOwn, () => json(400, { mfa: ['Set up two-step verification for your own account first'] }));
  await hands.click(await screen.findByRole('switch', { name: /^Require two-step verification/ }));
  await hands.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Set up two-step verification for your own account first');
  expect(document.querySelector('a[href="/settings#security"][target="_blank"]')).not.toBeNull();
});
