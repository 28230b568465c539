import { contract } from '@headwater/contract/contract';
import { mailingList, type MailingListView } from '@headwater/contract/mailings';
import { templateView } from '@headwater/contract/mailing-steps';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';
import { expectEvent } from '#testing/usage-events.ts';

const { mailings, sequences, vacancies } = contract;
const step = (id: number) => ({ ...emptiestOf(templateView), id, subject: 'Hello', body: '<p>Hello</p>', send_time_zone: 'Europe/Berlin' });
const listOf = (more: Partial<MailingListView> = {}): MailingListView => ({
  ...emptiestOf(mailingList),
  id: 3,
  mailing_list_id: 3,
  messaging_type: 'mailing',
  name: 'First',
  status: 'draft',
  templates: [step(1), step(2)],
  recipients_count: 2,
  permissions: { edit: true, send: true, remove: true },
  ...more,
});
const mailing = { Location: 'Messaging', Mailing_List_Id: 3, Mailing_List_Status: 'draft' } as const;
const sender = { address: 'ada@acme.test', daily_limit: null, today_limit: null, gap_seconds: 0, sent_today: 0 };
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const inDialog = (name: string) => waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name }));
const rows = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')];
    expect(found).toHaveLength(2);
    return found;
  });

interface Opened {
  list?: Partial<MailingListView>;
  answers?: (server: StubServer) => void;
}

async function open(tab: string, { list: more = {}, answers }: Opened = {}) {
  const list = listOf(more);
  const recipients = [1, 2].map((id) => rowOf(mailings.recipients, 'recipients', { id }));
  return openApp(`/folders/7/messaging?tab=${tab}`, {
    as: userOf('worker'),
    answers: (server) => {
      server.on(vacancies.get, ({ id }) => answerOf(vacancies.get, { id, name: 'Backend', statuses: [] }));
      server.on(mailings.list, () => answerOf(mailings.list, { mailing_lists: [list], count: 1 }));
      server.on(mailings.get, () => list);
      server.on(mailings.recipients, () => answerOf(mailings.recipients, { recipients, count: 2 }));
      server.on(mailings.launchInfo, () => answerOf(mailings.launchInfo, { total: 2, ready_to_launch: 2, sender }));
      server.on(mailings.recipient, ({ id }) => answerOf(mailings.recipient, { id }));
      answers?.(server);
    },
  });
}

describe('events of mailings', () => {
  it('[EVT-038] are sent when a mailing is opened and managed', async () => {
    const { server, hands } = await open('message');
    await expectEvent(server, 'Mailing List: Open', mailing);
    await hands.click(await screen.findByRole('link', { name: 'Recipients' }));
    await expectEvent(server, 'Mailing List: Manage', mailing);
  });

  it('[EVT-039] [EVT-048] are sent when a mailing starts', async () => {
    const { server, hands } = await open('launch');
    server.on(mailings.launch, () => answerOf(mailings.launch, { will_receive: 2 }));
    await hands.click(await button('Review and launch'));
    await hands.click(await inDialog('Launch'));
    await expectEvent(server, 'Mailing List: Start', { ...mailing, Is_Delayed: false, Is_Status_Changing: false, Is_Mass_Mailing: true });
  });

  it('[EVT-040] are sent when a mailing is stopped', async () => {
    const list = { status: 'sending', launched_at: '2026-01-05T09:00:00.000Z' } as const;
    const { server, hands } = await open('launch', { list });
    server.on(mailings.stop, () => listOf({ status: 'stopped' }));
    await hands.click(await button('Stop'));
    await hands.click(await inDialog('Stop'));
    await expectEvent(server, 'Mailing List: Stop', { ...mailing, Mailing_List_Status: 'sending' });
  });

  it('[EVT-040] are sent when a mailing is deleted', async () => {
    const { server, hands } = await open('message');
    server.on(mailings.remove, () => answerOf(mailings.remove, { id: 3 }));
    await hands.click(await button('More'));
    await hands.click(await screen.findByRole('menuitem', { name: 'Delete mailing' }));
    await hands.click(await inDialog('Delete'));
    await expectEvent(server, 'Mailing List: Delete', mailing);
  });

  it('[EVT-041] are sent when the preview opens', async () => {
    const { server, hands } = await open('message');
    await hands.click(await button('Preview'));
    await expectEvent(server, 'Mailing List: Preview', mailing);
  });

  it('[EVT-042] [EVT-043] are sent when a recipient opens and closes, and recipients are filtered and deleted', async () => {
    const { server, hands } = await open('personalization');
    server.on(mailings.removeRecipients, () => answerOf(mailings.removeRecipients));
    await hands.click(within((await rows())[0] ?? document.body).getByRole('checkbox'));
    await hands.click(await button('Delete'));
    await hands.click(await inDialog('Delete'));
    await expectEvent(server, 'Mailing List: Delete Recipient', { ...mailing, Profiles_Count: 1 });
    const [row] = await rows();
    await hands.click(row?.querySelector('td:nth-child(2)') ?? document.body);
    await expectEvent(server, 'Mailing List: Expand', mailing);
    await hands.click(await button('Close'));
    await expectEvent(server, 'Mailing List: Collapse', mailing);
    await hands.click(
      within(await screen.findByRole('list', { name: 'Progress of the mailing' })).getByRole('button', { name: /^Replied/ }),
    );
    await expectEvent(server, 'Mailing List: Filter Recipients', mailing);
  });

  it('[EVT-045] are sent when a follow-up is added, deleted and gets another delay', async () => {
    let saved = listOf();
    const { server, hands } = await open('message', {
      answers: (stub) =>
        stub.on(mailings.update, ({ templates = [] }) => {
          saved = { ...saved, templates: templates.map(({ id }, at) => step(id ?? at + 10)) };
          return saved;
        }),
    });
    const place = { Location: 'Messaging' };
    const expectSaved = (count: number) => waitFor(() => expect(server.inputsOf(mailings.update).at(-1)?.templates).toHaveLength(count));
    await hands.click(await button(/^.*Message 2/));
    const delay = await screen.findByRole('group', { name: 'Delay after the previous message' });
    const days = within(delay).getByLabelText('Days');
    fireEvent.change(days, { target: { value: '5' } });
    await expectEvent(server, 'Follow-Up: Change Condition', { ...place, Messages_Count: 2, Days_Count: 5 });
    await hands.click(await button('Add follow-up'));
    await expectEvent(server, 'Follow-Up: Add', { ...place, Messages_Count: 3 });
    await expectSaved(3);
    await hands.click(await button('Delete message 3'));
    await expectEvent(server, 'Follow-Up: Delete', { ...place, Messages_Count: 2 });
    await expectSaved(2);
  });
});

describe('events of sequences', () => {
  const sequence = listOf({ messaging_type: 'sequence', name: 'Sequence' });

  it('[EVT-044] are sent when the list and a sequence open', async () => {
    const { server, hands } = await openApp('/messaging/sequences', {
      as: userOf('worker'),
      answers: (stub) => {
        stub.on(sequences.list, () => answerOf(sequences.list, { sequences: [sequence], count: 1 }));
        stub.on(sequences.get, () => sequence);
      },
    });
    await expectEvent(server, 'Sequences: Open', { Location: 'Messaging' });
    await hands.click(await screen.findByText('Sequence'));
    await expectEvent(server, 'Sequences: Manage', mailing);
  });

  it('[EVT-044] are sent when a person is added', async () => {
    const { server, hands } = await openApp('/profiles/5/', {
      as: userOf('worker'),
      answers: (stub) => {
        stub.on(contract.profiles.get, () => answerOf(contract.profiles.get, { doc_id: 5, name: 'Grace Hopper' }));
        stub.on(sequences.list, () => answerOf(sequences.list, { sequences: [sequence], count: 1 }));
        stub.on(sequences.create, () => sequence);
        stub.on(sequences.addProfile, () => answerOf(sequences.addProfile, { added_profile_ids: [5] }));
      },
    });
    await hands.click(await button('Sequence'));
    await hands.click(await inDialog('Add'));
    await expectEvent(server, 'Sequences: Enroll', { Location: 'Messaging', Mailing_List_Id: 3, Profiles_Count: 1 });
    expect(JSON.stringify(server.events)).not.toContain('Grace');
  });
});
