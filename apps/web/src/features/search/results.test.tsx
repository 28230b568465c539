import { contract } from '@headwater/contract/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { answerSearch, foundPeople, personOf, searchInAddress, searchPath } from '#testing/found.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { json, type StubServer } from '#testing/stub-server.ts';

const { search } = contract;
const python = searchPath({ q: '["skill:Python"]' });

async function open(path = python, answers: (server: StubServer) => void = () => {}) {
  const opened = await openApp(path, {
    as: userOf('worker'),
    answers: (server) => {
      answerSearch(server);
      answers(server);
    },
  });
  return opened;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const names = () => [...document.querySelectorAll<HTMLElement>('[data-profile] a')];
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const facet = (name: string) => within(document.querySelector<HTMLElement>(`[data-facet="${name}"]`) ?? document.body);

describe('the sort order', () => {
  it('[SRCH-013] [DEC-15] is selected in a menu by keyboard', async () => {
    const { hands } = await open();
    await foundPeople();
    (await button('Sort by: Relevance')).focus();
    await hands.keyboard('{Enter}');
    const orders = within(await screen.findByRole('menu')).getAllByRole('menuitemradio');
    expect(orders.map((order) => order.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false']);
    await hands.click(orders[2] ?? document.body);
    await waitFor(() => expect(searchInAddress().ranking).toBe('experience'));
    await button('Sort by: Most experience');
  });
});

describe('results', () => {
  it('[RSLT-009] can be selected as a range, a page and all', async () => {
    const { hands } = await open();
    await foundPeople();
    const boxes = document.querySelectorAll<HTMLInputElement>('[data-profile] input[type=checkbox]');
    await hands.click(boxes[1] ?? document.body);
    fireEvent.click(boxes[4] ?? document.body, { shiftKey: true });
    await screen.findByRole('toolbar', { name: '4 selected' });
    await hands.click(screen.getByLabelText('Select everyone on this page'));
    await screen.findByRole('toolbar', { name: '20 selected' });
    await hands.click(await button(/^Select all/));
    await waitFor(() => expect(screen.getByRole('toolbar').textContent).toContain('45 selected'));
  });

  it('[RSLT-016] [PROF-031] say why a person matches, and which contacts there are, in words', async () => {
    const why = [
      { field: 'position', text: 'Go developer', where: 'mainSkill' },
      { field: 'text', text: 'platform', where: 'pastTitle' },
    ];
    const skill = { name: 'Go', skill_id: 1, is_principal: true, norm_rating: null, matched: true };
    const person = personOf(1, { why, skills: [skill], contact_types: ['email', 'telegram'], job_seeking: true, remote_ready: true });
    await open(python, (server) => answerSearch(server, [person]));
    await foundPeople();
    const row = within(document.querySelector<HTMLElement>('[data-profile="1"]') ?? document.body);
    expect(row.getByText('matched: platform (past title)')).not.toBeNull();
    expect(row.getByText('Go').closest('[data-matched]')).not.toBeNull();
    expect(row.getByText(/email, Telegram/)).not.toBeNull();
    expect(row.getByText('Looking for a job')).not.toBeNull();
    expect(row.getByText('Open to remote work')).not.toBeNull();
  });

  it('[RSLT-002] dim during a newer search and are never blank', async () => {
    const { server, hands } = await open();
    await foundPeople();
    const release = server.hold(search.find);
    await hands.click(await button('Exclude Python'));
    await waitFor(() => expect(document.querySelector('[data-dimmed] [data-profile]')).not.toBeNull());
    release();
    await waitFor(() => expect(document.querySelector('[data-dimmed] [data-profile]')).toBeNull());
    expect(names().length).toBeGreaterThan(0);
  });

  it('[RSLT-017] [RSLT-018] show the reason of a refused search, as plain text or of the folder', async () => {
    const { server, hands } = await open();
    await foundPeople();
    server.on(search.find, () => json(413, 'Too many profiles are included or excluded from folder'));
    await hands.click(await button('Exclude Python'));
    await screen.findByText('Too many profiles are included or excluded from folder');
    server.on(search.find, () => json(413, { folderId: { folderId: ['This vacancy is closed'] } }));
    await hands.click(await button('Include Python'));
    await hands.click(await button('Remove Python'));
    await screen.findByText('This vacancy is closed');
  });

  it('[RSLT-024] [ACC-021] redirect to the page about the daily limit when it is reached', async () => {
    const { hands } = await open(python, (server) =>
      server.on(contract.profiles.get, () =>
        json(429, { detail: 'The daily limit of opened profiles is used up', code: 'limit_exceeded' }),
      ),
    );
    await foundPeople();
    await hands.click(names()[0] ?? document.body);
    await waitFor(() => expect(location.pathname).toBe('/limit-exceeded'));
    await screen.findByText(/00:00/);
  });

  it('[PROF-062] send the search that found a person with its requests', async () => {
    const { server, hands } = await open();
    await foundPeople();
    await hands.click(names()[0] ?? document.body);
    await waitFor(() => expect(server.inputsOf(contract.profiles.get)).not.toEqual([]));
    const call = server.calls.find(({ path }) => path === '/api/internal/profiles/1/');
    expect(call?.headers.get('x-profile-referer')).toBe('search:7');
  });

  it('[TG-049] [TG-073] [CONT-009] ask once for the username to write to in Telegram, which may be a closed contact', async () => {
    const { server } = await open(python, (stub) => answerSearch(stub, [personOf(1, { contact_types: ['telegram'] })]));
    await foundPeople();
    const { usernames } = contract.telegramDialogs;
    server.on(usernames, () => json(409, { detail: 'Not now' }));
    names()[0]?.focus();
    const write = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-profile] button[aria-label^="Write in Telegram: "]');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    write.click();
    write.click();
    await screen.findByText('Not now');
    expect([screen.getAllByRole('dialog').length, server.inputsOf(usernames).length]).toEqual([1, 1]);
    server.on(usernames, () => ({ usernames: [], is_masked: true }));
    const release = server.hold(usernames);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(document.querySelector('[role="dialog"][aria-busy="true"]')).not.toBeNull());
    release();
    // The lazy dialog replaces the element.
    const username = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Username/ });
    screen.getByText('The username is among the contacts that are not open yet.');
    expect([username.value, server.inputsOf(usernames).length]).toEqual(['', 2]);
    server.on(usernames, () => ({ usernames: ['vera_ilina'], is_masked: false }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open contacts' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Username/ }).value).toBe('vera_ilina'));
  });
});

describe('filters', () => {
  it('[FLT-010] [FLT-045] [FLT-051] [FLT-054] [FLT-055] count only open facets and can show only selected values', async () => {
    const { server, hands } = await open();
    await foundPeople();
    const asked = () => server.inputsOf(search.count).map(({ facets }) => facets);
    await waitFor(() => expect(asked()).toEqual([['general', 'age', 'experience', 'onLastPosition', 'graduation', 'contacts']]));
    await hands.click(await button('Languages'));
    await waitFor(() => expect(asked().at(-1)).toEqual(['language']));
    const single = facet('general').getByRole('button', { name: 'Include Single location' });
    await hands.click(single);
    await waitFor(() => expect(new URLSearchParams(location.search).get('f')).toBe('general:excludeMultipleLocations'));
    expect(single.getAttribute('aria-pressed')).toBe('true');
    await hands.click(screen.getByRole('switch', { name: 'Selected only' }));
    await waitFor(() => expect(document.querySelector('[data-facet="contacts"]')).toBeNull());
    expect(document.querySelectorAll('[data-facet]')).toHaveLength(1);
    expect(facet('general').getAllByRole('button', { name: /^Include/ })).toHaveLength(1);
  });

  it('[FLT-052] [FLT-053] send no request when a facet of the skip list opens', async () => {
    const first = await open();
    await foundPeople();
    await first.hands.click(facet('contacts').getByRole('button', { name: 'Contacts' }));
    await waitFor(() => expect(facet('contacts').queryByRole('button', { name: 'Include Email' })).toBeNull());
    // As after a reload: the browser stores the open facets.
    const { server, hands } = await open();
    await foundPeople();
    const counted = () => server.inputsOf(search.count).map(({ facets = [] }) => facets.toSorted());
    const skipped = ['age', 'contacts', 'experience', 'general', 'graduation', 'onLastPosition'];
    await waitFor(() => expect(counted()).toEqual([skipped]));
    expect(facet('contacts').queryByRole('button', { name: 'Include Email' })).toBeNull();
    await hands.click(facet('contacts').getByRole('button', { name: 'Contacts' }));
    await waitFor(() => facet('contacts').getByRole('button', { name: 'Include Email' }));
    // A request for Contacts would precede the next one.
    await hands.click(await button('Languages'));
    await waitFor(() => expect(counted().at(-1)).toEqual(['language']));
    expect(counted()).toEqual([skipped, ['language']]);
  });

  it('[FLT-050] [FLT-059] mark a failed facet in place without a message and show its values after a retry', async () => {
    const { server, hands } = await open();
    await foundPeople();
    server.on(search.count, () => json(500, { detail: 'Sorry, an error has occurred' }));
    const release = server.hold(search.count);
    await hands.click(await button('Industry'));
    await waitFor(() => facet('industry').getByText('Loading'));
    release();
    await waitFor(() => expect(document.querySelector('[data-facet="industry"] [data-failed]')).not.toBeNull());
    expect(screen.queryByText('Sorry, an error has occurred')).toBeNull();
    const it = { id: 'it', name: 'IT', count: 12, checked: false, excluded: false };
    server.on(search.count, () => answerOf(search.count, { facets: { industry: { values: [it], histogram: null } } }));
    await hands.click(facet('industry').getByRole('button', { name: 'Try again' }));
    await waitFor(() => facet('industry').getByRole('button', { name: 'Include IT' }));
    expect(document.querySelector('[data-failed]')).toBeNull();
  });

  it('[FLT-038] [DEC-15] have one tab stop for the values of a facet, and a skip link leads to the first person', async () => {
    const { hands } = await open();
    await foundPeople();
    await waitFor(() => facet('contacts').getByRole('button', { name: 'Include Email' }));
    expect(facet('contacts').getByRole('group', { name: 'Contacts' }).querySelectorAll('button:not([tabindex="-1"])')).toHaveLength(1);
    facet('contacts').getByRole('button', { name: 'Contacts' }).focus();
    await hands.tab();
    expect(focused()).toBe('Include Any');
    await hands.keyboard('{ArrowRight}');
    expect(focused()).toBe('Exclude Any');
    await hands.keyboard('{ArrowLeft}{ArrowDown}');
    expect(focused()).toBe('Include Email');
    await hands.keyboard('-');
    await waitFor(() => expect(searchInAddress().filters).toMatchObject([{ facet: 'contacts', values: [{ is_excluded: true }] }]));
    expect(focused()).toBe('Include Email, excluded');
    await hands.keyboard('{ArrowUp} ');
    await waitFor(() => expect(searchInAddress().filters[0]?.values).toHaveLength(2));
    const skip = screen.getByRole('link', { name: 'Skip to results' });
    skip.focus();
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(names()[0]));
    expect(location.hash).toBe('');
  });

  it.each(['{Enter}', '{Escape}'])('[DEC-15] get the focus from an empty field by %s', async (key) => {
    const { hands } = await open();
    await foundPeople();
    const [field] = document.querySelectorAll<HTMLInputElement>('input[data-search-field]');
    field?.focus();
    expect(document.activeElement).toBe(field);
    await hands.keyboard(key);
    await waitFor(() => expect(document.activeElement).toBe(names()[0]));
  });
});
