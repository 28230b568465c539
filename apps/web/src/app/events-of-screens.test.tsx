import { contract } from '@headwater/contract/contract';
import { shownContact } from '@headwater/contract/profiles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerOf, emptiestOf } from '#testing/emptiest.ts';
import { answerSearch, foundPeople, searchPath } from '#testing/found.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { expectEvent } from '#testing/usage-events.ts';

const { profiles, profileCreation, files, smartFolders, vacancies } = contract;
const recruiter = userOf('worker');
const staff = userOf('super_user');
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const python = searchPath({ q: '["skill:Python"]', f: 'contacts:email;lastCompany:-Grace Hopper Ltd' });
/** Repeats the query: the code of the dialog replaces its frame. */
const dialog = () => within(screen.getByRole('dialog'));
const fileInput = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });

describe('events of the sign-in page', () => {
  it.each([
    ['Request a demo', 'Login: Request Demo'],
    ['Install the extension', 'Login: Install Extension'],
  ] as const)('[EVT-046] are sent on %s, without a user', async (text, name) => {
    const meta = document.createElement('meta');
    meta.name = 'headwater-brand';
    meta.content = JSON.stringify({ name: 'Acme', extension: 'https://store.test/', requestDemo: 'https://demo.test/' });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    const { server, hands } = await openApp('/login');
    await hands.click(await screen.findByRole('link', { name: text }));
    await expectEvent(server, name, { Location: 'Login' });
    expect(server.events).toMatchObject([{ user_id: null, licence_id: null, user_properties: null }]);
  });
});

describe('events of profiles', () => {
  it('[EVT-014] [EVT-024] are sent when a profile and its contacts open', async () => {
    // No search of another test found this person.
    const email = { ...emptiestOf(shownContact), id: 1, type: 'email', mask: 'g***@people.test', value: null } as const;
    const { server, hands } = await openApp('/profiles/905/', {
      as: recruiter,
      answers: (stub) => {
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 905, name: 'Grace Hopper', contacts: [email] }));
        stub.on(profiles.openContacts, () => ({ contacts: [{ ...email, value: 'grace@people.test' }], opened: true }));
      },
    });
    await expectEvent(server, 'Profile: Open', { Location: '', Profile_Id: 905, Opener_Source: 'Direct link' });
    await hands.click(await button(/^Open contacts/));
    await expectEvent(server, 'Contact: Open', { Location: 'Full Profile', Profile_Id: 905, Contact_Opens_Count: 1 });
    expect(JSON.stringify(server.events)).not.toMatch(/grace/i);
  });

  it('[EVT-022] name the search that found the person', async () => {
    const { server, hands } = await openApp(python, { as: recruiter, answers: answerSearch });
    const [first] = await foundPeople();
    await hands.click(first?.querySelector('a') ?? document.body);
    await expectEvent(server, 'Profile: Open', { Location: expect.any(String) as string, Profile_Id: 1, Opener_Source: 'Search' });
  });

  it('[EVT-031] are sent when a file is added', async () => {
    const { server } = await openApp('/profiles/5/', {
      as: recruiter,
      answers: (stub) => {
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Grace Hopper' }));
        stub.on(files.upload, () => answerOf(files.upload, { id: 8, filename: 'grace.pdf' }));
      },
    });
    fireEvent.change(await fileInput(), { target: { files: [new File(['Grace'], 'grace.pdf')] } });
    await expectEvent(server, 'File: Upload', { Location: '', File_Upload_Type: 'Click', Attachments_Count: 1 });
    expect(JSON.stringify(server.events)).not.toMatch(/grace/i);
  });

  it.each([
    ['Form', undefined],
    ['File Click', 'Click'],
    ['File DnD', 'DnD'],
  ] as const)('[EVT-029] [EVT-031] are sent when a profile is created from %s', async (type, upload) => {
    const { server, hands } = await openApp('/profiles/create', {
      as: recruiter,
      answers: (stub) => {
        stub.on(profileCreation.matches, () => answerOf(profileCreation.matches));
        stub.on(profileCreation.read, () => answerOf(profileCreation.read));
        stub.on(profileCreation.create, () => answerOf(profileCreation.create, { id: 5, created: true }));
        stub.on(files.upload, () => answerOf(files.upload, { id: 8, filename: 'grace.pdf' }));
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Grace Hopper' }));
      },
    });
    const chosen = [new File(['Grace'], 'grace.pdf')];
    const input = await fileInput();
    if (upload === 'Click') fireEvent.change(input, { target: { files: chosen } });
    if (upload === 'DnD') fireEvent.drop(input.parentElement as Element, { dataTransfer: { files: chosen } });
    if (upload) {
      await expectEvent(server, 'File: Upload', { Location: '', File_Upload_Type: upload, Attachments_Count: 1 });
      await screen.findByText(/^Filled in from grace\.pdf/);
    }
    await fill(hands, await screen.findByLabelText(/^First name/), 'Grace');
    await hands.click(await button('Create profile'));
    await expectEvent(server, 'Profile: Create', { Location: '', Profile_Create_Type: type });
    expect(JSON.stringify(server.events)).not.toMatch(/grace/i);
  });
});

describe('events of the search', () => {
  it('[EVT-005] [EVT-013] [EVT-019] [EVT-025] are sent when a filter changes, with the names of filters only', async () => {
    const { server, hands } = await openApp(python, { as: recruiter, answers: answerSearch });
    await foundPeople();
    const contacts = await waitFor(() => within(document.querySelector<HTMLElement>('[data-facet="contacts"]') as HTMLElement));
    await hands.click(await contacts.findByRole('button', { name: 'Exclude Phone' }));
    await expectEvent(server, 'Facet: Select', {
      Location: 'Search',
      Facet_ID: 'contacts',
      Is_Checked: true,
      Is_Excluded: true,
      Search_Form_Type: 'v2',
      Filter_Value: 'phone',
    });
    const [event] = server.events.filter((each) => each.event_type === 'Facet: Select');
    expect(event?.event_properties.Search_Context).toEqual({ Has_Query: true, Facets: ['contacts', 'lastCompany'], Page: 1 });
    expect(JSON.stringify(server.events)).not.toMatch(/python|grace/i);
  });

  it('[EVT-028] [EVT-032] are sent when a search is stored for a new vacancy', async () => {
    const { server, hands } = await openApp(searchPath({ q: '["skill:Python"]' }), {
      as: recruiter,
      answers: (stub) => {
        answerSearch(stub);
        stub.on(vacancies.create, () => answerOf(vacancies.create, { id: 9, name: 'Backend' }));
        stub.on(vacancies.get, ({ id }) => answerOf(vacancies.get, { id, name: 'Backend' }));
        stub.on(smartFolders.setQuery, () => answerOf(smartFolders.setQuery));
      },
    });
    await foundPeople();
    await hands.click(document.querySelector('[data-saved-menu]') ?? document.body);
    await hands.click(await screen.findByRole('menuitem', { name: 'Create vacancy from search' }));
    await fill(hands, await waitFor(() => dialog().getByLabelText(/^Name/)), 'Backend');
    await hands.click(dialog().getByRole('button', { name: 'Create vacancy' }));
    await expectEvent(server, 'Smart Folder: Save', { Location: 'Search', Smart_Folder_Type: 'New Folder' });
    await expectEvent(server, 'Folder: Create', { Location: 'Folders', Folder_Id: 9 });
  });
});

describe('events of editors', () => {
  it.each([
    ['Notification', '/notifications/system/add', staff],
    ['Notification', '/notifications/add', staff],
    ['Signature', '/messaging/settings/signature', recruiter],
    ['Template', '/messaging/templates?from=5', recruiter],
  ] as const)('[EVT-030] [EVT-017] are sent when the editor of a %s opens: %s', async (type, path, user) => {
    const { server } = await openApp(path, { as: user });
    await expectEvent(server, 'Message: Open Editor', {
      Location: path.startsWith('/messaging') ? 'messaging' : '',
      Message_Editor_Type: type,
    });
  });

  it('[EVT-030] are sent when a message is written', async () => {
    const { server, hands } = await openApp('/profiles/5/', {
      as: recruiter,
      answers: (stub) => {
        stub.on(profiles.get, () => answerOf(profiles.get, { doc_id: 5, name: 'Grace Hopper' }));
        stub.on(contract.outreach.preview, () => answerOf(contract.outreach.preview));
      },
    });
    await hands.click(await button('Message'));
    await expectEvent(server, 'Message: Open Editor', { Location: '', Message_Editor_Type: 'Message' });
  });
});

describe('the page of usage events', () => {
  it('[EVT-012] [EVT-049] lists the events with their properties and counts, and names the destination', async () => {
    const { hands } = await openApp('/usage-events', {
      as: staff,
      answers: (stub) =>
        stub.on(contract.usageEvents.summary, () => ({
          counts: [{ name: 'Folder: Create', count: 1234 }],
          kept_days: 365,
          is_sent_to_amplitude: false,
        })),
    });
    const row = await screen.findByRole('row', { name: /^Folder: Create/ });
    expect(row.textContent).toContain('A vacancy is created');
    expect(row.textContent).toContain('Folder_Id');
    expect(row.textContent).toContain('1,234');
    await screen.findByText(/No other service receives them/);
    await fill(hands, screen.getByLabelText('Search by event or property'), 'Vendor_Nothing');
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Folder: Create/ })).toBeNull());
  });
});
