import { contract } from '@headwater/contract/contract';
import type { SocialAccount } from '@headwater/contract/ats';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json, type StubServer } from '#testing/stub-server.ts';

const { ats, jobs, profiles, sequences } = contract;
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
  failed_events: 0,
  event_failure: null,
  webhook: { url: 'https://hire.test/api/webhooks/greenhouse/k', key: 'signing key' },
};

const open = (
  path: string,
  { known = [], as = recruiter, answers }: { known?: SocialAccount[]; as?: typeof recruiter; answers?: (server: StubServer) => void } = {},
) =>
  openApp(path, {
    as,
    answers: (server) => {
      server.on(ats.accounts, () => ({ social_accounts: known, consent_vendors: ['lever' as const] }));
      answers?.(server);
    },
  });

const noRows = (sent: number) => ({
  rows: [],
  count: 0,
  counts: { waiting: 0, sent, updated: 0, present: 0, failed: 0 },
  pages: { current: 1, total: 1 },
});

const cardOf = async (name: string) => within(await screen.findByRole('region', { name }));

describe('apps', () => {
  it('[ATS-001] [ATS-002] are listed with their state, and lead to the search if the company has none', async () => {
    await open('/apps', { known: [{ ...account, active: false, failure: 'The secret was revoked' }] });
    const card = await screen.findByRole('region', { name: 'Greenhouse' });
    expect(card.textContent).toContain('Connection lost');
    expect(card.textContent).toContain('The secret was revoked');
    await open('/apps', { as: { ...recruiter, apps: [] } });
    await waitFor(() => expect(location.pathname).toBe('/'));
  });

  it('[ATS-011] [ATS-012] list the tools, with the page that works with each and only for those who may open it', async () => {
    await open('/apps', { as: { ...recruiter, api_manager: false, apps: ['mixmax', 'zapier', 'getmatch'] } });
    const mixmax = (await cardOf('Mixmax')).getByRole('link', { name: 'Mixmax: Open vacancies' });
    expect(mixmax.getAttribute('href')).toBe('/folders');
    const getmatch = (await cardOf('getmatch')).getByRole('link', { name: 'getmatch: Import candidates' });
    expect(getmatch.getAttribute('href')).toBe('/profiles/import');
    expect((await cardOf('Zapier')).queryByRole('link')).toBeNull();
    await open('/apps', { as: { ...recruiter, api_manager: true, apps: ['zapier'] } });
    const zapier = (await cardOf('Zapier')).getByRole('link', { name: 'Zapier: Open access tokens' });
    expect(zapier.getAttribute('href')).toBe('/api_management');
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
    server.on(ats.accounts, () => ({ social_accounts: [account], consent_vendors: [] }));
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
    server.on(ats.accounts, () => ({ social_accounts: [], consent_vendors: [] }));
    await hands.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(server.inputsOf(ats.removeAccount)).toEqual([{ id: 4 }]));
  });
});

describe('a consent page', () => {
  const staff = { ...recruiter, apps: ['greenhouse', 'lever'] };
  const leverAccount: SocialAccount = { ...account, vendor: 'lever', name: 'Lever', email: null, webhook: null };

  it('[ATS-003] [ATS-025] is offered where the installation has credentials, beside the form with a key', async () => {
    await open('/apps/lever/connect', { as: staff });
    await screen.findByRole('button', { name: 'Sign in to Lever' });
    expect(screen.queryByLabelText('Email of a Lever user')).toBeNull();
    screen.getByLabelText('API key');
  });

  it('[ATS-008] [ATS-009] [ATS-016] ends on the page of its vendor, which shows the connection', async () => {
    const { server } = await open('/lever/set?code=c&state=s', {
      as: staff,
      known: [leverAccount],
      answers: (stub) => {
        const { id, active, create_date, last_refresh_date } = leverAccount;
        stub.on(ats.addAccount, () => ({ vendor: 'lever' as const, id, active, create_date, last_refresh_date }));
        stub.on(ats.users.lever.list, () => ({ users: [{ id: 'u', name: 'Olivia Owner', email: null }], user_id: null }));
      },
    });
    await screen.findByRole('combobox', { name: 'User who adds candidates' });
    expect(server.inputsOf(ats.addAccount)).toEqual([{ vendor: 'lever', access_token: 'c', state: 's' }]);
    await open('/nobody/set?code=c&state=s', { as: staff });
    await screen.findByRole('heading', { name: 'Page not found', level: 1 });
  });

  it.each([
    ['error=access_denied', undefined, 'Lever was not given access.'],
    ['code=c', undefined, 'Lever did not confirm the access. Connect again.'],
    ['code=c&state=s', json(400, { non_field_errors: ['This consent is too old'] }), 'This consent is too old'],
  ])('[ATS-008] says why nothing was connected: %s', async (query, refusal, text) => {
    await open(`/lever/set?${query}`, { as: staff, answers: (stub) => refusal && stub.on(ats.addAccount, () => refusal) });
    await screen.findByText(text);
    expect(screen.getByRole('link', { name: 'Back to integrations' }).getAttribute('href')).toBe('/apps');
  });

  it('[ATS-053] [ATS-054] lets the company choose the user who adds people', async () => {
    const users = [{ id: 'u', name: 'Olivia Owner', email: 'owner@lever.test' }];
    const { hands, server } = await open('/apps/lever/connect', {
      as: staff,
      known: [leverAccount],
      answers: (stub) => {
        stub.on(ats.users.lever.list, () => ({ users, user_id: null }));
        stub.on(ats.users.lever.choose, () => ({ users, user_id: 'u' }));
      },
    });
    await hands.click(await screen.findByRole('combobox', { name: 'User who adds candidates' }));
    await hands.click(await screen.findByRole('option', { name: 'Olivia Owner, owner@lever.test' }));
    await waitFor(() => expect(server.inputsOf(ats.users.lever.choose)).toEqual([{ user_id: 'u' }]));
  });
});

describe('a connection', () => {
  it('says why webhooks could not be processed', async () => {
    const failed = { ...account, failed_events: 2, event_failure: 'The person was merged' };
    await open('/apps', { known: [failed] });
    await screen.findByText('2 changes from Greenhouse could not be processed: The person was merged');
    await open('/apps/greenhouse/connect', { known: [failed] });
    await screen.findByText(/2 changes from Greenhouse could not be processed: The person was merged\. The nightly read/);
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
        stub.on(ats.sendRows, () => noRows(1));
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
    await screen.findByText(/^Sent: 1/);
  });
});

describe('a sequence', () => {
  it('[ATS-060] sends its candidates from its menu', async () => {
    const job = { id: '7', title: 'Backend developer', location: null, department: null, status: 'open' as const, url: null };
    const { hands, server } = await open('/messaging/sequences/7', {
      answers: (stub) => {
        stub.on(sequences.get, () => answerOf(sequences.get, { id: 7, name: 'Steps', recipients_count: 3 }));
        stub.on(ats.greenhouse.vacancies, () => ({
          vacancies: [job],
          new_vacancies: [job],
          duplicates: [],
          updates_subscription: false,
          company_id: 1,
        }));
        stub.on(ats.greenhouse.exportSequence, () => ({ job_id: 12, count: 3 }));
        stub.on(ats.sendRows, () => noRows(3));
        stub.on(jobs.get, () => answerOf(jobs.get, { id: 12, kind: 'ats_send', status: 'done', result: { sent: 3 } }));
      },
    });
    await screen.findByRole('heading', { name: 'Steps', level: 1 });
    await hands.click(await screen.findByRole('button', { name: 'More' }));
    await hands.click(await screen.findByRole('menuitem', { name: /Send to Greenhouse/ }));
    await screen.findByText('Send 3 candidates to Greenhouse');
    await hands.click(await screen.findByRole('combobox', { name: 'Job' }));
    await hands.click(await screen.findByRole('option', { name: 'Backend developer' }));
    await hands.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(server.inputsOf(ats.greenhouse.exportSequence)).toMatchObject([
        { params: { id: 7 }, body: { job_id: '7', candidate_ids: [] } },
      ]),
    );
    await screen.findByText(/^Sent: 3/);
  });
});

describe('SmartRecruiters', () => {
  it('[ROLE-030] is connected by an administrator only', async () => {
    await open('/apps/smartrecruiters/connect', { as: { ...recruiter, apps: ['smartrecruiters'] } });
    await screen.findByText('Only an administrator of your company connects SmartRecruiters.');
    expect(screen.queryByLabelText('API key')).toBeNull();
    await open('/apps/smartrecruiters/connect', { as: { ...userOf('admin'), apps: ['smartrecruiters'] } });
    await screen.findByLabelText('API key');
  });
});

const refuse = () => json(400, { subdomain: ['Invalid subdomain'] });

describe('Workable', () => {
  const staff = { ...recruiter, apps: ['workable'] };

  it('[ATS-006] [ATS-025] [ATS-026] asks for the subdomain before its consent page, and shows a refusal at the field', async () => {
    const { hands, server } = await open('/apps/workable/connect', {
      as: staff,
      answers: (stub) => {
        stub.on(ats.accounts, () => ({ social_accounts: [], consent_vendors: ['workable' as const] }));
        stub.on(ats.consent.workable, refuse);
      },
    });
    const [beforeConsent, withToken] = await screen.findAllByLabelText('Subdomain');
    expect(withToken).toBeDefined();
    screen.getByLabelText('Access token');
    await hands.type(beforeConsent as HTMLElement, 'my company');
    await hands.click(screen.getByRole('button', { name: 'Sign in to Workable' }));
    await screen.findByText('Invalid subdomain');
    expect(server.inputsOf(ats.consent.workable)).toMatchObject([{ subdomain: 'my company' }]);
  });

  it('[ATS-007] [ATS-008] says after the consent that the subdomain was not accepted, and leads back', async () => {
    const { hands } = await open('/workable/set?code=c&state=s', { as: staff, answers: (stub) => stub.on(ats.addAccount, refuse) });
    await screen.findByRole('heading', { name: 'Workable did not accept this subdomain', level: 1 });
    expect(location.pathname).toBe('/workable/workable-subdomain-error');
    await hands.click(screen.getByRole('link', { name: 'Back to connecting Workable' }));
    await waitFor(() => expect(location.pathname).toBe('/apps/workable/connect'));
  });

  it('[ATS-007] opens the page of a refused subdomain by its address', async () => {
    await open('/workable/workable-subdomain-error', { as: staff });
    await screen.findByText(/signed in to another account/);
  });
});
