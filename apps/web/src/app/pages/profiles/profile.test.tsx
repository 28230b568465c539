import { contract } from '@headwater/contract/contract';
import { comment, type CommentView } from '@headwater/contract/comments';
import { type ShownContact, shownContact } from '@headwater/contract/profiles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, emptiestOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json, type StubServer } from '#testing/stub-server.ts';

const { comments, outreach, profileCreation, profiles, profileEnrichment, profileReports, tags } = contract;
const email: ShownContact = { ...emptiestOf(shownContact), id: 1, type: 'email', mask: 'v***@people.test', value: null };

async function open({
  role = 'worker',
  answers,
}: { role?: 'admin' | 'worker' | 'super_user'; answers?: (server: StubServer) => void } = {}) {
  let contacts = [email];
  let isOpen = false;
  const opened = await openApp('/profiles/5/', {
    as: userOf(role),
    answers: (server) => {
      server.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina', contacts, contacts_opened: isOpen }));
      server.on(profiles.contacts, () => ({ contacts, opened: isOpen }));
      server.on(profiles.openContacts, () => {
        isOpen = true;
        contacts = [{ ...email, value: 'vera@people.test' }];
        return { contacts, opened: true };
      });
      answers?.(server);
    },
  });
  await screen.findAllByRole('heading', { name: 'Vera Ilina' });
  return opened;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** Repeats the query: the lazy component replaces the element. */
const box = () => within(screen.getByRole('region', { name: 'Comments' }));
const written = () => waitFor(() => box().getByRole('textbox', { name: 'Write a comment' }));
const failed = () => json(500, { detail: 'Broken' });

describe('comments on a person', () => {
  it('[REQ-014] [PROF-027] keep the profile visible while they fail to load', async () => {
    const releases: (() => void)[] = [];
    const said = { ...emptiestOf(comment), id: 3, text: 'Call again in May' };
    await open({
      answers: (server) => {
        server.on(comments.list, () => answerOf(comments.list, { comments: [said], count: 1 }));
        releases.push(server.hold(comments.list));
      },
    });
    expect(screen.queryByText('Call again in May')).toBeNull();
    for (const release of releases) release();
    await screen.findByText('Call again in May');
  });

  it('[CTP-002] [CTP-003] [CTP-004] [CTP-005] are created, edited and deleted', async () => {
    let said: CommentView[] = [];
    const { server, hands } = await open({
      answers: (stub) => stub.on(comments.list, () => answerOf(comments.list, { comments: said, count: said.length })),
    });
    server.on(comments.add, ({ text }) => {
      const added = { ...emptiestOf(comment), id: 3, text, permissions: { edit: true, remove: true } };
      said = [added];
      return added;
    });
    fireEvent.change(await written(), { target: { value: 'Call again\nand ask about moving' } });
    await hands.click(box().getByRole('button', { name: 'Comment' }));
    const item = () => within(box().getByRole('listitem'));
    await waitFor(() => item().getByText(/and ask about moving/));
    const choose = async (name: string) => {
      await hands.click(item().getByRole('button', { name: /^Actions/ }));
      await hands.click(await screen.findByRole('menuitem', { name }));
    };
    server.on(comments.update, ({ text }) => {
      said = said.map((one) => ({ ...one, text, updated_at: '2026-01-06T09:00:00.000Z' }));
      return said[0] ?? { ...emptiestOf(comment), text };
    });
    await choose('Edit');
    const field = await waitFor(() => item().getByRole('textbox'));
    fireEvent.change(field, { target: { value: 'Call again at noon' } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await waitFor(() => item().getByText(/Call again at noon/));
    await waitFor(() => item().getByText(/edited/));
    server.on(comments.remove, () => {
      said = [];
      return {};
    });
    await choose('Delete');
    await hands.click(await waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' })));
    await waitFor(() => expect(box().queryByRole('listitem')).toBeNull());
  });
});

describe('contacts of a person', () => {
  it('[CONT-013] [CONT-015] are locked while one is saved and editable again after a failure', async () => {
    const { server, hands } = await open();
    await hands.click((await screen.findAllByRole('button', { name: 'Add contact' }))[0] ?? document.body);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Contact/ });
    server.on(profiles.addContact, () => json(400, { value: ['Invalid contact'] }));
    const release = server.hold(profiles.addContact);
    await hands.type(field, 'no address{Enter}');
    await waitFor(() => expect(field.readOnly).toBe(true));
    release();
    await screen.findByText('Invalid contact');
    expect([field.readOnly, field.value]).toEqual([false, 'no address']);
    const added = { ...email, id: 2, value: 'other@people.test', source: 'manual' as const };
    server.on(profiles.addContact, () => {
      server.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina', contacts: [email, added] }));
      return added;
    });
    await hands.clear(field);
    await hands.type(field, 'other@people.test{Enter}');
    await screen.findByRole('link', { name: 'other@people.test' });
    await screen.findByText(/Added manually/);
  });

  it.each([
    ['worker', 2],
    ['super_user', 0],
  ] as const)('[CONT-024] show the rest of the monthly quota to a %s who opens them: %s calls', async (role, calls) => {
    const { server, hands } = await open({ role });
    await hands.click(await button(/^Open contacts/));
    await screen.findByRole('link', { name: 'vera@people.test' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Open contacts/ })).toBeNull());
    expect(server.inputsOf(profiles.openContacts)).toHaveLength(1);
    expect(server.calls.filter(({ path }) => path === '/api/quotas/my/').length).toBeLessThanOrEqual(calls);
    expect(server.calls.some(({ path }) => path === '/api/quotas/my/')).toBe(calls > 0);
  });
});

describe('failed actions on a profile', () => {
  it('[CTP-010] report tags that were not added', async () => {
    const { server, hands } = await open();
    server.on(tags.save, failed);
    await hands.keyboard('t');
    await hands.type(await screen.findByPlaceholderText('Type a tag and press Enter'), 'Lost{Enter}');
    await screen.findByText('Tags could not be added');
  });

  it('[PEDT-025] report a profile report that was not sent, and ask nothing about an empty one', async () => {
    const { server, hands } = await open();
    server.on(profileReports.send, failed);
    const report = async () => {
      await hands.click((await screen.findAllByRole('button', { name: 'More actions' }))[0] ?? document.body);
      await hands.click(await screen.findByRole('menuitem', { name: 'Report a problem…' }));
      await screen.findByLabelText(/^Description/);
    };
    await report();
    await hands.click(await button('Send report'));
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await report();
    await hands.type(await screen.findByLabelText(/^Description/), 'The phone belongs to somebody else');
    await hands.click(await button('Send report'));
    await screen.findByText('Report send error');
  });

  it('[FILE-013] report a failed enrichment with any other reason', async () => {
    const { server, hands } = await open({
      answers: (stub) => {
        const plain = { type: 'attachment', date: '2026-01-05', user_name: null, url: null, is_own: true };
        stub.on(profiles.resumes, () => ({ resumes: [{ ...plain, resume_id: 4, filename: 'vera.txt', enrichable: true, file_id: 8 }] }));
      },
    });
    server.on(profileEnrichment.preview, failed);
    await hands.click((await screen.findAllByRole('button', { name: 'Add to the profile from vera.txt' }))[0] ?? document.body);
    await screen.findByText('Profile enrichment error');
  });
});

describe('a file about another person', () => {
  it('[FILE-009] warns, selects nothing, and adds only what is selected', async () => {
    const resume = rowOf(profiles.resumes, 'resumes', { resume_id: 4, filename: 'john.pdf', enrichable: true, file_id: 8 });
    const { server, hands } = await open({
      answers: (stub) => {
        stub.on(profiles.resumes, () => ({ resumes: [resume] }));
        stub.on(profileEnrichment.preview, () => ({
          name: 'John Doe',
          is_other_person: true,
          added: [{ field: 'skills' as const, entries: [{ name: 'SQL' }, { name: 'Excel' }], keys: ['sql', 'excel'] }],
          contacts: [{ type: 'email' as const, value: 'john@people.test', key: 'mail' }],
        }));
        stub.on(profileEnrichment.enrich, () => ({ fragment_id: 1, contacts_added: [] }));
      },
    });
    await hands.click((await screen.findAllByRole('button', { name: 'Add to the profile from john.pdf' }))[0] ?? document.body);
    await screen.findByText('The file is about another person');
    expect((await button('Add to profile')).hasAttribute('disabled')).toBe(true);
    await hands.click(screen.getByRole('checkbox', { name: 'SQL' }));
    await hands.click(await button('Add to profile'));
    await waitFor(() => expect(server.inputsOf(profileEnrichment.enrich)).toMatchObject([{ file_id: 8, left_out: ['excel', 'mail'] }]));
  });
});

describe('the page of a person', () => {
  it('[PROF-001] shows the headline and the position', async () => {
    const position = rowOf(profiles.get, 'current_positions', { title: 'Go developer', company: 'Acme' });
    await open({
      answers: (server) =>
        server.on(profiles.get, () =>
          answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina', headline: 'Builds payment systems', current_positions: [position] }),
        ),
    });
    await screen.findByText('Builds payment systems');
    expect(screen.getAllByText('Go developer, Acme').length).toBeGreaterThan(0);
  });

  it('[DEC-15] adds to a vacancy by `e` and writes a message by `m`', async () => {
    // The composer asks for a preview after its texts have loaded.
    const { hands } = await open({ answers: (server) => server.on(outreach.preview, () => answerOf(outreach.preview)) });
    await hands.keyboard('e');
    await screen.findByRole('dialog', { name: 'Add 1 person to a vacancy' });
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hands.keyboard('m');
    await screen.findByRole('dialog', { name: /^Message to Vera Ilina/ });
  });
});

describe('the deletion of a profile', () => {
  it.each([
    ['admin', true],
    ['worker', false],
  ] as const)('[PEDT-001] [DEC-14] offers to erase a person in use to the %s: %s', async (role, isOffered) => {
    const { hands } = await open({
      role,
      answers: (server) => {
        server.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Vera Ilina', is_own: true, is_deletable: true }));
        server.on(profileCreation.remove, () => json(409, { code: 'profile_in_use', detail: 'Colleagues work with this profile' }));
      },
    });
    await hands.click(await button('More actions'));
    await hands.click(await screen.findByRole('menuitem', { name: 'Delete profile…' }));
    await hands.click(
      within(await screen.findByRole('dialog', { name: 'Delete the profile of Vera Ilina?' })).getByRole('button', { name: 'Delete' }),
    );
    if (!isOffered) {
      await screen.findByText('Colleagues work with this profile');
      return;
    }
    const refusal = await screen.findByRole('dialog', { name: 'This profile cannot be deleted' });
    await hands.click(within(refusal).getByRole('button', { name: 'Erase person…' }));
    await screen.findByRole('dialog', { name: 'Erase Vera Ilina?' });
  });
});
