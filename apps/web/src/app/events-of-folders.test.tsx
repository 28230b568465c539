import { candidate } from '@headwater/contract/candidates';
import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { dropConnection } from '#testing/stub-server.ts';
import { expectEvent } from '#testing/usage-events.ts';

const { vacancies, candidates, jobs, usageEvents } = contract;
const recruiter = userOf('worker');
const fresh = { id: 4, name: 'New', color: 0, is_active: true, candidates_count: 2, is_rejection: false };
const invited = { ...fresh, id: 5, name: 'Invited' };
const permissions = { edit: true, remove: true, change_candidates: true, change_statuses: true };
const vacancyOf = (id: number, more: object = {}) =>
  answerOf(vacancies.get, { id, name: `Vacancy ${id}`, statuses: [fresh, invited], candidates_count: 2, permissions, ...more });
const people = [1, 2].map((at) => {
  const plain = emptiestOf(candidate);
  return {
    ...plain,
    id: at,
    status: fresh,
    folder: { ...plain.folder, id: 7 },
    profile: { ...plain.profile, id: at, name: 'Grace Hopper' },
  };
});
const place = { Location: 'Folders' };

async function open(path = '/folders/7/', more: object = {}) {
  const opened = await openApp(path, {
    as: recruiter,
    answers: (server) => {
      server.on(vacancies.get, ({ id }) => vacancyOf(id, more));
      server.on(jobs.get, ({ id }) => answerOf(jobs.get, { id, status: 'done' }));
      server.on(candidates.ofVacancy, () => answerOf(candidates.ofVacancy, { candidates: people, count: 2 }));
      server.on(vacancies.list, () => answerOf(vacancies.list, { folders: [vacancyOf(8)], count: 1 }));
    },
  });
  return opened;
}
const rows = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')];
    expect(found).toHaveLength(2);
    return found;
  });
async function chooseBoth(hands: UserEvent) {
  for (const row of await rows()) await hands.click(within(row).getByRole('checkbox'));
  await screen.findByText('2 selected');
}
async function chooseInMenu(hands: UserEvent, name: string) {
  await hands.click(await screen.findByRole('button', { name: 'Actions: Vacancy 7' }));
  await hands.click(await screen.findByRole('menuitem', { name }));
}
const inDialog = (name: string) => waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name }));

describe('events of folders', () => {
  it('[EVT-032] [EVT-003] [EVT-005] [EVT-006] are sent on create, with the user and the place', async () => {
    const { server, hands } = await open('/folders/new');
    server.on(vacancies.create, () => vacancyOf(9, { access_type: 'private' }));
    await fill(hands, await screen.findByLabelText(/^Name/), 'Backend');
    await hands.click(await screen.findByRole('button', { name: 'Create' }));
    await expectEvent(server, 'Folder: Create', { ...place, Folder_Id: 9, Access_Type: 'private' });
    const [event] = server.events.filter((each) => each.event_type === 'Folder: Create');
    expect(event).toMatchObject({
      user_id: recruiter.id,
      licence_id: recruiter.company.company_id,
      event_properties: { Event_Name: 'Folder: Create', Search_Context: null },
      user_properties: { id: recruiter.id, email: recruiter.email, company: { company_id: 1 } },
    });
    expect(JSON.stringify(event)).not.toContain('Backend');
  });

  it('[EVT-032] are sent on edit', async () => {
    const { server, hands } = await open('/folders/7/edit');
    server.on(vacancies.update, () => vacancyOf(7, { access_type: 'public' }));
    await fill(hands, await screen.findByLabelText(/^Name/), ' engineer');
    await hands.click(await screen.findByRole('button', { name: 'Save vacancy' }));
    await expectEvent(server, 'Folder: Edit', { ...place, Folder_Id: 7, Access_Type: 'public' });
  });

  it.each([
    ['active', 'Archive', 'Folder: Archive'],
    ['closed', 'Activate', 'Folder: Unarchive'],
  ] as const)('[EVT-033] are sent when a vacancy is %s and changes', async (status, item, name) => {
    const { server, hands } = await open('/folders/7/', { status });
    server.on(vacancies.update, ({ status: after }) => vacancyOf(7, { status: after }));
    await chooseInMenu(hands, item);
    await expectEvent(server, name, { ...place, Folder_Id: 7 });
  });

  it('[EVT-034] [EVT-035] are sent on select and delete', async () => {
    const { server, hands } = await open();
    await expectEvent(server, 'Folder: Select', { ...place, Folder_Id: 7 });
    server.on(vacancies.remove, () => answerOf(vacancies.remove, { job_id: 1 }));
    await chooseInMenu(hands, 'Delete');
    await hands.click(await inDialog('Delete'));
    await expectEvent(server, 'Folder: Delete', { ...place, Folder_Id: 7 });
  });

  it.each([
    ['Move', 'Folder: Move'],
    ['Copy', 'Folder: Copy'],
  ] as const)('[EVT-036] are sent on %s', async (action, name) => {
    const { server, hands } = await open();
    server.on(candidates.move, () => answerOf(candidates.move, { job_id: 1 }));
    server.on(candidates.copy, () => answerOf(candidates.copy, { job_id: 1 }));
    await chooseBoth(hands);
    await hands.click(await screen.findByRole('button', { name: action }));
    await hands.click(await screen.findByRole('option', { name: /Vacancy 8/ }));
    await hands.click(await inDialog(action));
    await expectEvent(server, name, { ...place, Folder_Id: 8, Profiles_Count: 2 });
  });

  it('[EVT-037] [EVT-048] [EVT-018] are sent when candidates get another status, without their names', async () => {
    const { server, hands } = await open();
    server.on(candidates.updateMany, () => answerOf(candidates.updateMany, { job_id: 1 }));
    await chooseBoth(hands);
    await hands.click(await screen.findByRole('button', { name: 'Status' }));
    await hands.click(await screen.findByRole('menuitem', { name: 'Invited' }));
    await expectEvent(server, 'Candidate: Change Status', {
      ...place,
      Profiles_Count: 2,
      Status_Id_Before: 4,
      Status_Name_Before: 'New',
      Status_Id_After: 5,
      Status_Name_After: 'Invited',
    });
    expect(JSON.stringify(server.events)).not.toContain('Grace');
  });

  it('[EVT-009] [EVT-010] do not disturb the screen if they fail', async () => {
    const { server, hands } = await open();
    await rows();
    server.on(usageEvents.send, dropConnection);
    server.on(vacancies.update, ({ status: after }) => vacancyOf(7, { status: after }));
    await chooseInMenu(hands, 'Archive');
    await screen.findByText(/^Vacancy .* archived/);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
