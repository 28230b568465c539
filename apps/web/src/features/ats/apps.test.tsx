import { contract } from '@headwater/contract/contract';
import type { SocialAccount } from '@headwater/contract/ats';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json, type StubServer } from '#testing/stub-server.ts';

const { ats, jobs, profiles } = contract;
const recruiter = userOf('worker');

const account: SocialAccount = {
  id: 4,
  vendor: 'greenhouse',
  access_token: '…cret',
  active: true,
  create_date: '2026-11-02T10:00:00Z',
  last_refresh_date: null,
  name: 'Olivia Owner',
  email: 'owner@greenhouse.test',
  failure: null,
  webhook: { url: 'https://hire.test/api/webhooks/greenhouse/k', key: 'signing key' },
};

const open = (
  path: string,
  { known = [], as = recruiter, answers }: { known?: SocialAccount[]; as?: typeof recruiter; answers?: (server: StubServer) => void } = {},
) =>
  openApp(path, {
    as,
    answers: (server) => {
      server.on(ats.accounts, () => ({ social_accounts: known }));
      answers?.(server);
    },
  });

describe('apps', () => {
  it('[ATS-001] [ATS-002] are listed with their state, and lead to the search if the company has none', async () => {
    await open('/apps', { known: [{ ...account, active: false, failure: 'The secret was revoked' }] });
    const card = await screen.findByRole('region', { name: 'Greenhouse' });
    expect(card.textContent).toContain('Connection lost');
    expect(card.textContent).toContain('The secret was revoked');
    await open('/apps', { as: { ...recruiter, apps: [] } });
    await waitFor(() => expect(location.pathname).toBe('/'));
  });

  it('[ATS-004] [ATS-027] [ATS-028] connect, with messages of the server at their fields', async () => {
    const { hands, server } = await open('/apps/greenhouse/connect');
    server.on(ats.greenhouse.connect, ({ client_secret: secret }) =>
      secret === 'right' ? account : json(400, { client_secret: ['Greenhouse does not accept these credentials'] }),
    );
    await hands.type(await screen.findByLabelText('Client ID'), 'client');
    const secret = screen.getByLabelText('Client secret');
    await hands.type(secret, 'wrong');
    await hands.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Greenhouse does not accept these credentials');
    await hands.clear(secret);
    await hands.type(secret, 'right');
    server.on(ats.accounts, () => ({ social_accounts: [account] }));
    await hands.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByDisplayValue('https://hire.test/api/webhooks/greenhouse/k');
    expect(server.inputsOf(ats.greenhouse.connect).at(-1)).toMatchObject({
      client_id: 'client',
      client_secret: 'right',
      email: recruiter.email,
    });
  });

  it('[ATS-017] say why a connection broke, and disconnect after a question', async () => {
    const { hands, server } = await open('/apps/greenhouse/connect', { known: [{ ...account, active: false, failure: 'Revoked' }] });
    await screen.findByText(/refused access: Revoked/);
    await hands.click(screen.getByRole('button', { name: 'Disconnect' }));
    await screen.findByText(/Candidates stay in Greenhouse/);
    server.on(ats.removeAccount, () => ({}));
    server.on(ats.accounts, () => ({ social_accounts: [] }));
    await hands.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(server.inputsOf(ats.removeAccount)).toEqual([{ id: 4 }]));
  });
});

describe('a person', () => {
  it('[ATS-031] [ATS-039] is sent to a job, and duplicates are shown before', async () => {
    const { hands, server } = await open('/profiles/5/', {
      answers: (stub) => {
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina' }));
        const job = { id: '7', title: 'Backend developer', location: 'Berlin', department: null, status: 'open' as const, url: null };
        const application = { id: '1', job_id: '9', job_title: 'Designer', status: 'in_process', stage: 'Interview' };
        stub.on(ats.greenhouse.vacancies, () => ({
          vacancies: [job],
          new_vacancies: [job],
          duplicates: [{ candidate_id: '3', candidate_name: 'V. Ilina', url: null, applications: [application] }],
          updates_subscription: false,
          company_id: 1,
        }));
        stub.on(ats.greenhouse.send, () => ({ job_id: 12, count: 1 }));
        stub.on(ats.sendRows, () => ({
          rows: [],
          count: 0,
          counts: { waiting: 0, sent: 1, updated: 0, present: 0, failed: 0 },
          pages: { current: 1, total: 1 },
        }));
        stub.on(jobs.get, () => answerOf(jobs.get, { id: 12, kind: 'ats_send', status: 'done', result: { sent: 1 } }));
      },
    });
    await hands.click(await screen.findByRole('button', { name: 'More actions' }));
    await hands.click(await screen.findByRole('menuitem', { name: /Send to Greenhouse/ }));
    // The dialog replaces the one that shows the loading.
    await screen.findByText(/V\. Ilina: Designer, Interview/);
    const dialog = within(screen.getByRole('dialog'));
    await hands.click(dialog.getByRole('combobox', { name: 'Job' }));
    await hands.click(await screen.findByRole('option', { name: 'Backend developer, Berlin' }));
    await hands.type(dialog.getByLabelText('Comment'), 'Strong');
    await hands.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(server.inputsOf(ats.greenhouse.send)).toMatchObject([
        { ah_profile_id: 5, job_id: '7', comment: 'Strong', as_prospect: false },
      ]),
    );
  });
});
