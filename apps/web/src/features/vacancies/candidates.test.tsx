import { candidate } from '@headwater/contract/candidates';
import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';

const { vacancies, candidates } = contract;
const status = { id: 4, name: 'New', color: 0, is_active: true, candidates_count: 3, is_rejection: false };
const rejected = { ...status, id: 5, name: 'Rejected', is_rejection: true, candidates_count: 0 };
const permissions = { edit: true, remove: true, change_candidates: true, change_statuses: true };

async function open(role: 'worker' | 'hm' = 'worker', more?: (server: StubServer) => void) {
  const plain = emptiestOf(candidate);
  const candidatesOf = (vacancyId: number) =>
    [1, 2, 3].map((at) => ({
      ...plain,
      id: vacancyId * 10 + at,
      status: at === 3 ? rejected : status,
      folder: { ...plain.folder, id: vacancyId },
      profile: { ...plain.profile, id: at, name: `Person ${at}` },
    }));
  const opened = await openApp('/folders/7/', {
    as: userOf(role),
    answers: (server) => {
      more?.(server);
      server.on(vacancies.get, ({ id }) =>
        answerOf(vacancies.get, {
          id,
          name: id === 7 ? 'Backend' : 'Frontend',
          statuses: [status, rejected],
          candidates_count: 3,
          permissions,
        }),
      );
      server.on(candidates.ofVacancy, ({ id, messaging_status: messaging }) => {
        const shown = messaging && !messaging.includes('none') ? [] : candidatesOf(id);
        return answerOf(candidates.ofVacancy, { candidates: shown, count: shown.length });
      });
    },
  });
  await waitFor(() => expect(rows()).toHaveLength(3));
  return opened;
}
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')];
const isCleared = () => waitFor(() => expect(screen.queryAllByText('1 selected')).toEqual([]));

async function choose(hands: UserEvent, index = 0) {
  await hands.click(within(rows()[index] ?? document.body).getByRole('checkbox'));
  await waitFor(() => expect(screen.queryAllByText('1 selected')).not.toEqual([]));
}

describe('the candidates of a vacancy', () => {
  it('[CAND-013] lose their selection in another vacancy', async () => {
    const { hands, router } = await open();
    const visit = async (id: number, name: string) => {
      await router.navigate({ href: `/folders/${id}/` });
      await screen.findByRole('heading', { name });
      await waitFor(() => expect(rows()).toHaveLength(3));
    };
    // Both vacancies are loaded, so that no other state appears between them.
    await visit(8, 'Frontend');
    await visit(7, 'Backend');
    await choose(hands);
    await visit(8, 'Frontend');
    await isCleared();
    await visit(7, 'Backend');
    await isCleared();
  });

  it('[CAND-008] [CAND-014] [VAC-020] lose their selection with another filter', async () => {
    const { hands } = await open();
    await choose(hands);
    await hands.click(within(screen.getByRole('region', { name: 'Candidates by status' })).getByRole('button', { name: /^New/ }));
    await waitFor(() => expect(location.search).toBe('?status=4'));
    await isCleared();
    await choose(hands);
    await hands.click(screen.getByRole('button', { name: 'Filter by messages' }));
    await hands.click(await screen.findByRole('menuitemradio', { name: 'No messages' }));
    await waitFor(() => expect(location.search).toBe('?messages=none'));
    await isCleared();
    expect(rows()).toHaveLength(3);
    await hands.click(await screen.findByRole('button', { name: 'Messages: No messages' }));
    await hands.click(await screen.findByRole('menuitemradio', { name: 'Replied' }));
    await waitFor(() => expect(rows()).toHaveLength(0));
  });

  it('[PPL-003] are added to the short list after a warning about rejected ones', async () => {
    const { hands, server } = await open();
    server.on(contract.shortlists.add, () => ({ count: 1 }));
    await choose(hands, 2);
    const ask = async (answer: string) => {
      await hands.click(screen.getByRole('button', { name: 'Add to short list' }));
      const dialog = within(await screen.findByRole('dialog', { name: '1 of the candidates is rejected. Add to the short list?' }));
      await hands.click(await dialog.findByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await ask('Cancel');
    expect(server.inputsOf(contract.shortlists.add)).toEqual([]);
    await ask('Add');
    await waitFor(() => expect(server.inputsOf(contract.shortlists.add)).toEqual([{ id: 7, ids: [73] }]));
  });

  it('[ROLE-055] cannot be exported by hiring managers', async () => {
    const { hands } = await open('hm');
    for (const menu of screen.queryAllByRole('button', { name: 'Actions: Backend' })) await hands.click(menu);
    expect(screen.queryByRole('menuitem', { name: 'Export to CSV' })).toBeNull();
  });
});

const changesOf = (server: StubServer) => server.calls.filter(({ method }) => method === 'PATCH').map(({ input }) => input);
const answers = (server: StubServer) => {
  server.on(contract.rejectionReasons.list, () => ({ reasons: [{ id: 8, name: 'Language level' }] }));
  server.on(candidates.update, () => answerOf(candidates.update, { status: rejected, job_id: 3 }));
  server.on(contract.jobs.get, ({ id }) => answerOf(contract.jobs.get, { id, status: 'done' }));
};

describe('a rejection', () => {
  it('asks for the reason and sends it', async () => {
    const { hands, server } = await open('worker', answers);
    await hands.click(screen.getByRole('button', { name: 'Person 1: New. Change status' }));
    await hands.click(await screen.findByRole('menuitem', { name: 'Rejected' }));
    await hands.click(await screen.findByRole('button', { name: 'Language level' }));
    await waitFor(() => expect(changesOf(server)).toEqual([{ id: 71, status: 5, rejection_reason: 8 }]));
  });

  it('changes nothing when the dialog is closed', async () => {
    const { hands, server } = await open('worker', answers);
    await hands.click(screen.getByRole('button', { name: 'Person 1: New. Change status' }));
    await hands.click(await screen.findByRole('menuitem', { name: 'Rejected' }));
    await screen.findByRole('button', { name: 'Language level' });
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Language level' })).toBeNull());
    expect(changesOf(server)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Person 1: New. Change status' })).toBeTruthy();
  });
});

describe('a copy of a vacancy', () => {
  it('starts with the fields of the vacancy, and a name of its own', async () => {
    const source = {
      name: 'Backend',
      company_name: 'Acme',
      description: 'Go',
      location: 'Berlin',
      salary_from: 70_000,
      statuses: [status],
    };
    const { hands, server } = await openApp('/folders/new?from=7', {
      as: userOf('worker'),
      answers: (stub) => {
        stub.on(vacancies.get, () => answerOf(vacancies.get, { ...source, id: 7, salary_currency: 'EUR' }));
        stub.on(vacancies.create, () => answerOf(vacancies.create, { id: 8 }));
        stub.on(contract.statuses.list, () => ({
          statuses: [{ ...status, order: 0, selected: true, in_use: false, used_by_mixmax: false, substatuses: [] }],
        }));
      },
    });
    expect(await screen.findByDisplayValue('Backend (copy)')).toBeTruthy();
    await hands.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(server.calls.find(({ method }) => method === 'POST')?.input).toMatchObject({
        name: 'Backend (copy)',
        company_name: 'Acme',
        description: 'Go',
        location: 'Berlin',
        salary_from: 70_000,
        salary_to: null,
        salary_currency: 'EUR',
        statuses: [4],
      }),
    );
  });
});
