import { candidate } from '@headwater/contract/candidates';
import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { vacancies, candidates } = contract;
const status = { id: 4, name: 'New', color: 0, is_active: true, candidates_count: 3 };
const permissions = { edit: true, remove: true, change_candidates: true, change_statuses: true };

async function open(role: 'worker' | 'hm' = 'worker') {
  const plain = emptiestOf(candidate);
  const candidatesOf = (vacancyId: number) =>
    [1, 2, 3].map((at) => ({
      ...plain,
      id: vacancyId * 10 + at,
      status,
      folder: { ...plain.folder, id: vacancyId },
      profile: { ...plain.profile, id: at, name: `Person ${at}` },
    }));
  const opened = await openApp('/folders/7/', {
    as: userOf(role),
    answers: (server) => {
      server.on(vacancies.get, ({ id }) =>
        answerOf(vacancies.get, { id, name: id === 7 ? 'Backend' : 'Frontend', statuses: [status], candidates_count: 3, permissions }),
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

async function choose(hands: UserEvent) {
  await hands.click(within(rows()[0] ?? document.body).getByRole('checkbox'));
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

  it('[ROLE-055] cannot be exported by hiring managers', async () => {
    const { hands } = await open('hm');
    for (const menu of screen.queryAllByRole('button', { name: 'Actions: Backend' })) await hands.click(menu);
    expect(screen.queryByRole('menuitem', { name: 'Export to CSV' })).toBeNull();
  });
});
