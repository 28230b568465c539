import { contract } from '@headwater/contract/contract';
import type { Role } from '@headwater/domain/roles';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';

const pages = { current: 1, total: 1 };

/** Returns one row for lists that show an introduction while empty. */
function answerLists(server: StubServer): void {
  server.on(contract.sequences.list, () => ({ sequences: [answerOf(contract.sequences.create)], count: 1, pages }));
  server.on(contract.enrichment.list, () => ({ requests: [answerOf(contract.enrichment.create)], count: 1, pages }));
}

const lists: readonly { path: string; box: string; name: 'search' | 'query'; role: Role }[] = [
  { path: '/folders/', box: 'Search vacancies', name: 'query', role: 'worker' },
  { path: '/messaging/templates', box: 'Search in names and subjects', name: 'search', role: 'worker' },
  { path: '/messaging/sequences', box: 'Search sequences', name: 'search', role: 'worker' },
  { path: '/messaging/sent', box: 'Search by name, subject or address', name: 'search', role: 'worker' },
  { path: '/messaging/inbox', box: 'Search by name, subject or address', name: 'search', role: 'worker' },
  { path: '/messaging/suppressions', box: 'Search by address or note', name: 'search', role: 'admin' },
  { path: '/data_enrichment', box: 'Search by name', name: 'search', role: 'worker' },
  { path: '/smart-folders/', box: 'Search by name', name: 'search', role: 'worker' },
  { path: '/profiles/ban', box: 'Search links', name: 'search', role: 'super_user' },
  { path: '/notifications', box: 'Search by title', name: 'search', role: 'super_user' },
  { path: '/notifications/system', box: 'Search by title', name: 'search', role: 'super_user' },
  { path: '/company/employees', box: 'Search by name or email', name: 'search', role: 'admin' },
  { path: '/managers', box: 'Search by name or email', name: 'search', role: 'super_user' },
  { path: '/companies', box: 'Search by name or website', name: 'search', role: 'super_user' },
  { path: '/active-users', box: 'Search by name, email or company', name: 'search', role: 'super_user' },
];

const parameter = (name: string) => new URLSearchParams(location.search).get(name) ?? '';
const boxOf = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

describe('the search box of a list', () => {
  it.each(lists)('follows Back and Forward: $path', async ({ path, box: label, name, role }) => {
    const { hands } = await openApp(`${path}?${name}=zzz`, { as: userOf(role), answers: answerLists });
    const box = await boxOf(label);
    const shows = (text: string) => waitFor(() => expect([box.value, parameter(name)]).toEqual([text, text]));
    await shows('zzz');
    await hands.tripleClick(box);
    await hands.keyboard('first');
    await shows('first');
    // Text typed after a pause belongs to the same history entry.
    await hands.keyboard(' word');
    await shows('first word');
    history.back();
    await shows('zzz');
    history.forward();
    await shows('first word');
    await hands.type(box, '{Escape}');
    await shows('');
    history.back();
    await shows('first word');
  });

  it('keeps typed text while a response is pending, and gets focus from `/`', async () => {
    const { server, hands } = await openApp('/folders/', { as: userOf('worker') });
    const box = await boxOf('Search vacancies');
    const release = server.hold(contract.vacancies.list);
    screen.getByRole('main').focus();
    await hands.keyboard('/');
    await waitFor(() => expect(document.activeElement).toBe(box));
    await hands.keyboard('no such');
    await waitFor(() => expect(parameter('query')).toBe('no such'));
    await hands.keyboard(' word');
    release();
    await waitFor(() => expect(parameter('query')).toBe('no such word'));
    expect(box.value).toBe('no such word');
    await screen.findByText('No results match your filters');
    await hands.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect([box.value, parameter('query')]).toEqual(['', '']));
    history.back();
    await waitFor(() => expect(box.value).toBe('no such word'));
    history.back();
    await waitFor(() => expect(box.value).toBe(''));
  });
});

const rowsOf = <T,>({ page = 1 }: { page?: number | undefined }, one: T) => (page === 1 ? [one] : []);

/** Gives each list one page with one row. */
function answerOnePage(server: StubServer): void {
  const row = { id: 5, name: 'Kept' };
  server.on(contract.vacancies.list, (input) => ({ folders: rowsOf(input, answerOf(contract.vacancies.get, row)), count: 1, pages }));
  server.on(contract.vacancies.get, () => answerOf(contract.vacancies.get, { id: 1, name: 'Backend', candidates_count: 1 }));
  server.on(contract.candidates.ofVacancy, (input) => ({
    candidates: rowsOf(input, rowOf(contract.candidates.ofVacancy, 'candidates', { id: 5 })),
    count: 1,
    pages,
  }));
  server.on(contract.sequences.list, (input) => ({
    sequences: rowsOf(input, answerOf(contract.sequences.create, row)),
    count: 1,
    pages,
  }));
  server.on(contract.templates.list, ({ offset }) => ({
    templates: offset ? [] : [answerOf(contract.templates.get, row)],
    count: 1,
    example_templates: [],
  }));
}

describe('a page after the last one', () => {
  it.each(['/folders/', '/folders/1/', '/messaging/templates', '/messaging/sequences'])(
    'redirects to the last page instead of an empty list: %s',
    async (path) => {
      const { router } = await openApp('/menu', { as: userOf('worker'), answers: answerOnePage });
      await screen.findByRole('heading', { level: 1 });
      await router.navigate({ href: `${path}?page=9` });
      await waitFor(() => expect(document.querySelector('tbody tr')).not.toBeNull());
      expect(parameter('page')).not.toBe('9');
      // The redirect adds no history entry.
      history.back();
      await waitFor(() => expect(location.pathname).toMatch(/^\/menu/));
    },
  );
});
