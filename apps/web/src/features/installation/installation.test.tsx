import { contract } from '@headwater/contract/contract';
import type { InstallationStatus } from '@headwater/contract/installation';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const { status, backUp } = contract.installation;
const backups: InstallationStatus['backups'] = {
  plan: { folder: '/var/backups', hour: 2, keep_days: 7, keep_weeks: 4, is_encrypted: true },
  is_running: false,
  last: {
    name: 'headwater-2026-11-30T020000Z',
    taken_at: '2026-11-30T02:00:00.000Z',
    verified_at: '2026-11-30T02:05:00.000Z',
    bytes: 5 * 1024 ** 2,
    files: 1200,
    missing_files: 0,
    is_encrypted: true,
  },
  failure: null,
};
const problem = { count: null, since: null, detail: null };

const open = (answer: Partial<InstallationStatus>, as = userOf('super_user')) =>
  openApp('/installation', { as, answers: (server) => server.on(status, () => answerOf(status, { problems: [], backups, ...answer })) });
const section = async (name: string) => within((await screen.findByRole('heading', { name })).closest('section') as HTMLElement);

it('[OPS-003] says what happened and what to do about each problem', async () => {
  await open({
    problems: [
      { ...problem, kind: 'backup_failed', since: '2026-11-30T02:00:00.000Z', detail: 'space' },
      { ...problem, kind: 'mailboxes_broken', count: 1200 },
      { ...problem, kind: 'search_trouble', detail: 'the disk of node a is full' },
    ],
    mailboxes: { connected: 5, broken: 1200, troubled: [{ id: 1, address: 'ada@acme.test', company: { id: 1, name: 'Acme' } }] },
  });
  const items = (await section('Needs attention')).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    expect.stringMatching(/^The backup of 30 Nov.* failedFree up space on the disk of the backup folder, then back up now\.$/),
    'Disconnected mailboxes: 1,200Ask their owners to connect them again: until then their messages wait.',
    expect.stringMatching(/^The search cluster takes no changes: the disk of node a is fullFix the cluster/),
  ]);
  const mailboxes = await section('Mailboxes and SIM cards');
  expect(mailboxes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ada@acme.test Acme', '1,199 more']);
});

it('[OPS-003] shows the last backup, and makes one on request', async () => {
  const { server, hands } = await open({});
  server.on(backUp, () => ({ is_running: true }));
  const shown = await section('Backups');
  expect(shown.getByText('5 MB · 1,200 files')).toBeTruthy();
  expect(shown.getByText('Daily at 02:00 UTC')).toBeTruthy();
  expect(shown.getByText('7 days, 4 weeks')).toBeTruthy();
  expect(screen.getByText('No problems found')).toBeTruthy();
  server.on(status, () => answerOf(status, { problems: [], backups: { ...backups, is_running: true } }));
  await hands.click(shown.getByRole('button', { name: 'Back up now' }));
  await vi.waitFor(() => expect(server.inputsOf(backUp)).toHaveLength(1));
  await vi.waitFor(() => expect(shown.getByRole('button', { name: 'Back up now' }).getAttribute('data-loading')).toBe('true'));
});

it('[OPS-003] is closed to administrators without staff rights', async () => {
  await open({}, userOf('admin'));
  await screen.findByText('You have no access to this page');
});
