import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { tell } from '#testing/events.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json } from '#testing/stub-server.ts';

const { settings, mailbox } = contract.outreach;
const connected = {
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
  connected_at: '2026-11-29T10:00:00.000Z',
} as const;

it.each([
  ['signature', 'Sender name', 'Ada Typed'],
  ['limits', 'From', '07:30'],
] as const)('[ACC-032] a failed reload keeps the input of a form: %s', async (part, label, typed) => {
  const { server, hands } = await openApp(`/messaging/settings/${part}`, {
    as: userOf('worker'),
    answers: (stub) => stub.on(mailbox, () => ({ mailbox: connected })),
  });
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await hands.clear(field);
  await hands.type(field, typed);
  server.on(settings, () => json(500, { detail: 'Away' }));
  const before = server.inputsOf(settings).length;
  tell('resync');
  await waitFor(() => expect(server.inputsOf(settings).length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(label)).toBe(field));
  expect(field.value).toBe(typed);
  screen.getByRole('button', { name: 'Save' });
});
