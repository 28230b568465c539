import { contract } from '@headwater/contract/contract';
import type { SentMessage, ThreadView } from '@headwater/contract/outreach';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { keepOrder } from './model/stable-order.ts';
import { draftKey, keepDraft, readDraft } from './model/reply-drafts.ts';
import type { StubServer } from '#testing/stub-server.ts';

const at = '2026-11-29T10:00:00.000Z';
const message = (profile: number, name: string): SentMessage => ({
  id: profile * 10,
  recipient_id: profile,
  profile_id: profile,
  profile_name: name,
  candidate_id: null,
  folder_id: null,
  type: 'single',
  email: `p${profile}@people.test`,
  email_is_masked: false,
  sender: { id: 1, name: 'Ada' },
  channel: 'email',
  subject: 'Hello',
  preview: 'Hello',
  status: 'replied',
  label: 'Replied',
  error_reason: null,
  error_text: null,
  error_hint: null,
  error_detail: null,
  send_at: at,
  sent_at: at,
  status_changed_at: at,
});
const thread = (profile: number, name: string, isUnread: boolean): ThreadView => ({
  message: message(profile, name),
  last_at: at,
  last_kind: 'reply',
  preview: 'Gladly',
  messages: 1,
  needs_attention: true,
  is_unread: isUnread,
  set_aside: null,
  assignee: null,
});
const reply = (profile: number) => ({
  id: profile,
  kind: 'reply',
  from_address: `p${profile}@people.test`,
  from_address_is_masked: false,
  subject: 'Re: Hello',
  text: 'Gladly',
  received_at: at,
});
const mailbox = {
  id: 1,
  provider: 'smtp_imap',
  address: 'ada@acme.test',
  from_name: 'Ada',
  sends_from: 'ada@acme.test',
  state: 'connected',
  failure: null,
  smtp: null,
  imap: null,
  daily_limit: null,
  gap_seconds: 0,
  limit_today: null,
  sent_today: 0,
  paused_until: null,
  pause_reason: null,
  sent_copies: { waiting: 0, failed: 0, detail: null },
  connected_at: at,
} as const;

const answers = (stub: StubServer) => {
  stub.on(contract.outreach.threads, () => ({ threads: [thread(1, 'Anna', true), thread(2, 'Boris', false)], total: 2, is_exact: true }));
  stub.on(contract.inbox.unread, () => ({ count: 1 }));
  stub.on(contract.outreach.markRead, () => ({}));
  stub.on(contract.outreach.mailbox, () => ({ mailbox }));
  stub.on(contract.outreach.nextWait, () => ({ wait: null }));
  stub.on(contract.outreach.preview, () => ({
    subject: '',
    html: '',
    text: '',
    to: null,
    empty_variables: [],
    past_variables: [],
    values: {},
  }));
  stub.on(contract.outreach.thread, ({ profile_id: profile }) => ({
    assignee: null,
    messages: [{ ...message(Number(profile), 'Anna'), html: '<p>Hello</p>', suppression: null, replies: [reply(Number(profile))] }],
  }));
};
const open = (address = '/messaging/inbox') => openApp(address, { as: userOf('worker'), answers });
const row = (name: string) => screen.findByRole('button', { name: new RegExp(name) });

beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

it('[SENT-001] asks for people who wrote back and shows who is unread', async () => {
  const { server } = await open();
  await row('Anna');
  expect(server.inputsOf(contract.outreach.threads).at(-1)).toMatchObject({ received: true });
  expect(within(await row('Anna')).getByText('Unread')).toBeTruthy();
  expect(within(await row('Boris')).queryByText('Unread')).toBeNull();
  await screen.findByRole('link', { name: 'Inbox: 1 unread' });
});

it('[SEND-009] marks an open conversation as read', async () => {
  const { server, hands } = await open();
  await hands.click(await row('Anna'));
  await waitFor(() => expect(server.inputsOf(contract.outreach.markRead)).toEqual([{ profile_id: 1 }]));
});

it('[SENT-001] marks a conversation without replies as read', async () => {
  const { server } = await openApp('/messaging/inbox?person=1', {
    as: userOf('worker'),
    answers: (stub) => {
      answers(stub);
      stub.on(contract.outreach.thread, () => ({
        assignee: null,
        messages: [{ ...message(1, 'Anna'), html: '', suppression: null, replies: [] }],
      }));
    },
  });
  await waitFor(() => expect(server.inputsOf(contract.outreach.markRead)).toEqual([{ profile_id: 1 }]));
});

it('[SENT-001] leaves a conversation unread that is marked so', async () => {
  let count = 0;
  const { server, hands } = await openApp('/messaging/inbox?person=1', {
    as: userOf('worker'),
    answers: (stub) => {
      answers(stub);
      stub.on(contract.inbox.unread, () => ({ count }));
      stub.on(contract.outreach.markUnread, () => {
        count = 1;
        return {};
      });
    },
  });
  const button = await screen.findByRole('button', { name: 'Mark as unread' });
  await waitFor(() => expect(server.inputsOf(contract.outreach.markRead)).toHaveLength(1));
  await hands.click(button);
  await screen.findByRole('link', { name: 'Inbox: 1 unread' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as unread' })).toBeNull());
  expect(server.inputsOf(contract.outreach.markRead)).toHaveLength(1);
});

it('[SENT-001] asks every minute for conversations with an ended snooze', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server } = await open();
  await row('Anna');
  const asked = () => [server.inputsOf(contract.outreach.threads).length, server.inputsOf(contract.inbox.unread).length];
  const before = asked();
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(asked().every((count, index) => count > (before[index] ?? 0))).toBe(true));
});

it('[SENT-001] finds conversations of all states', async () => {
  const { server } = await open('/messaging/inbox?search=Anna');
  await row('Anna');
  expect(server.inputsOf(contract.outreach.threads).at(-1)).toMatchObject({ search: 'Anna', received: true });
  expect(server.inputsOf(contract.outreach.threads).at(-1)?.state).toBeUndefined();
});

it('[SENT-001] offers to return a conversation that a search found among those that are done', async () => {
  await openApp('/messaging/inbox?search=Anna&person=1', {
    as: userOf('worker'),
    answers: (stub) => {
      answers(stub);
      const found = { ...thread(1, 'Anna', false), set_aside: { until: null } };
      stub.on(contract.outreach.threads, () => ({ threads: [found], total: 1, is_exact: true }));
    },
  });
  expect(await screen.findByRole('button', { name: 'Return to inbox' })).toBeTruthy();
});

it('[SEND-009] shows the draft of a conversation in the list', async () => {
  keepDraft(draftKey(1, 1), { subject: '', body: '<p>Tuesday</p><p>at ten</p>', custom_variables: [], attachment_ids: [] });
  await open();
  expect((await row('Anna')).textContent).toContain('Draft:Tuesday at ten');
  expect((await row('Boris')).textContent).not.toContain('Draft');
  expect(screen.getAllByText('1', { selector: 'nav *' })).toHaveLength(1);
});

it('[SEND-009] empties the box and the draft after sending', async () => {
  keepDraft(draftKey(1, 1), { subject: '', body: '<p>Tuesday at ten</p>', custom_variables: [], attachment_ids: [] });
  const { server, hands } = await open('/messaging/inbox?person=1');
  server.on(contract.outreach.send, () => message(1, 'Anna'));
  const box = within(await screen.findByRole('region', { name: 'Reply' }));
  expect(await box.findByText('Tuesday at ten')).toBeTruthy();
  await hands.click(box.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(box.queryByText('Tuesday at ten')).toBeNull());
  expect(server.inputsOf(contract.outreach.send)).toEqual([expect.objectContaining({ body: '<p>Tuesday at ten</p>' })]);
  expect(readDraft(draftKey(1, 1))).toBeUndefined();
  expect((await row('Anna')).textContent).not.toContain('Draft');
});

it('[SENT-001] removes a conversation from the inbox as done, with undo, or until a time', async () => {
  const { server, hands } = await open('/messaging/inbox?person=1');
  const { setAside, putBack } = contract.outreach;
  server.on(setAside, () => ({}));
  server.on(putBack, () => ({}));
  await hands.click(await screen.findByRole('button', { name: 'Done' }));
  await hands.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.inputsOf(putBack)).toEqual([{ profile_id: 1 }]));
  await hands.click(await row('Anna'));
  await hands.click(await screen.findByRole('button', { name: 'Snooze' }));
  await hands.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
  expect(await screen.findByText(/^Snoozed until/)).toBeTruthy();
  expect(server.inputsOf(setAside)).toEqual([
    { profile_id: 1, until: null },
    { profile_id: 1, until: expect.stringMatching(/^\d{4}-/) },
  ]);
});

it('[SENT-001] assigns a conversation to a colleague and lists own ones', async () => {
  const { server, hands } = await open('/messaging/inbox?assigned=me&person=1');
  server.on(contract.outreach.assign, () => ({}));
  server.on(contract.accounts.listUsers, () => ({
    users: [{ id: 7, first_name: 'Boris', last_name: 'Frank', email: 'boris@acme.test', role: 'worker' as const, is_active: true }],
  }));
  await hands.click(await screen.findByRole('button', { name: 'Assign' }));
  await hands.click(await screen.findByRole('menuitem', { name: 'Boris Frank' }));
  await waitFor(() => expect(server.inputsOf(contract.outreach.assign)).toEqual([{ profile_id: 1, user_id: 7 }]));
  expect(server.inputsOf(contract.outreach.threads).at(-1)).toMatchObject({ received: false, state: 'open', assigned: 'me' });
});

it('[SENT-001] keeps the order of the list while conversations are read', async () => {
  const anna = thread(1, 'Anna', true);
  const boris = thread(2, 'Boris', false);
  const shown = keepOrder(new Map([anna, boris].map((one) => [one.message.profile_id, one.last_at])), [
    boris,
    { ...anna, is_unread: false },
  ]);
  expect(shown.map(({ message: { profile_id: person } }) => person)).toEqual([1, 2]);
  const moved = keepOrder(new Map([anna, boris].map((one) => [one.message.profile_id, one.last_at])), [
    anna,
    { ...boris, last_at: '2026-11-30T10:00:00.000Z' },
  ]);
  expect(moved.map(({ message: { profile_id: person } }) => person)).toEqual([2, 1]);
});

it('[SENT-001] keeps a row of the next page at the end of the list and a returned one before its neighbor', () => {
  const [anna, boris, clara, dina] = ['Anna', 'Boris', 'Clara', 'Dina'].map((name, index) => thread(index + 1, name, false));
  const shown = new Map([2, 1].map((person) => [person, at]));
  const older = { ...clara, last_at: '2026-11-28T10:00:00.000Z' } as ThreadView;
  const ordered = (...threads: unknown[]) => keepOrder(shown, threads as ThreadView[]).map((one) => one.message.profile_id);
  expect(ordered(anna, boris, older, dina)).toEqual([2, 1, 3, 4]);
  expect(ordered(older, boris, anna)).toEqual([3, 2, 1]);
  expect(ordered(anna, boris, { ...dina, last_at: '2026-11-29T11:00:00.000Z' })).toEqual([4, 2, 1]);
});

it('[SEND-009] says before Send until when a message waits', async () => {
  await openApp('/messaging/inbox?person=1', {
    as: userOf('worker'),
    answers: (stub) => {
      answers(stub);
      stub.on(contract.outreach.nextWait, () => ({
        wait: { reason: 'daily_limit', text: 'The daily limit of the mailbox is used up', expected_at: '2026-12-01T08:00:00.000Z' },
      }));
    },
  });
  const note = await screen.findByText(/The daily limit of the mailbox is used up/);
  expect(note.textContent).toContain('expected');
});

it('[SENT-001] lists scheduled messages on a screen of their own', async () => {
  const { server } = await openApp('/messaging/scheduled', {
    as: userOf('worker'),
    answers: (stub) => {
      answers(stub);
      stub.on(contract.outreach.list, () => ({ messages: [], total: 0 }));
    },
  });
  await screen.findByText('Nothing is scheduled');
  expect(server.inputsOf(contract.outreach.list).at(-1)).toMatchObject({ view: 'scheduled' });
});
