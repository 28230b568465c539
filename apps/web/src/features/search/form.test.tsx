import { contract } from '@headwater/contract/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerSearch, foundPeople, searchInAddress, searchPath, suggestionOf, termsInAddress } from '#testing/found.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import type { StubServer } from '#testing/stub-server.ts';

const { search } = contract;
const recruiter = userOf('worker');
const suggestions = {
  skill: [suggestionOf('Python', { is_exact: true, synonyms: ['Python 2', 'Python 3'] }), suggestionOf('Kubernetes')],
  location: [
    suggestionOf('Berlin', { is_city: true, id: '2950159', is_exact: true }),
    suggestionOf('Germany', { id: '2921044', is_exact: true }),
  ],
};

async function open(parts: Record<string, string> = {}, answers: (server: StubServer) => void = () => {}) {
  const opened = await openApp(searchPath(parts), {
    as: recruiter,
    answers: (server) => {
      answerSearch(server);
      server.on(search.suggest, ({ text, field_types: fields }) =>
        Object.fromEntries(
          Object.entries(suggestions)
            .filter(([field]) => fields.some((one) => one.startsWith(field)))
            .map(([, found]) => [fields[0], found.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))]),
        ),
      );
      answers(server);
    },
  });
  await waitFor(() => expect(document.querySelector('[data-search-field]')).not.toBeNull());
  return opened;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const fields = () => [...document.querySelectorAll<HTMLElement>('[data-search-field]')].map(({ dataset }) => dataset['searchField']);
const list = (...parts: unknown[]) => JSON.stringify(parts);

describe('the search form', () => {
  it('[SRCH-002] [SRCH-003] has four fields in the simple variant and all fields with boolean mode in PRO', async () => {
    const { hands } = await open();
    expect(fields()).toEqual(['position', 'skill', 'location', 'companySearch']);
    expect(screen.queryByRole('switch', { name: 'Boolean' })).toBeNull();
    await hands.click(screen.getByRole('radio', { name: 'PRO' }));
    await screen.findByRole('switch', { name: 'Boolean' });
    expect(fields()).toEqual(['position', 'skill', 'location', 'companySearch', 'name', 'educationSearch', 'text', 'comment', 'folder']);
  });

  it('[SRCH-046] [SRCH-047] [SRCH-052] [SRCH-053] splits a pasted list and marks a bare operator at its field', async () => {
    await open();
    const titles = screen.getByLabelText<HTMLInputElement>('Position');
    titles.focus();
    fireEvent.paste(titles, { clipboardData: { getData: () => 'Data engineer; "QA \'lead\'"\nOR\tAnalyst' } });
    await waitFor(() => expect(termsInAddress()).toEqual(['Data engineer', "QA 'lead'", 'Analyst']));
    await screen.findByText(/AND and OR cannot be a term/);
    expect([titles.value, titles.getAttribute('aria-invalid')]).toEqual(['OR', 'true']);
  });

  it('[SRCH-054] treats a dash before a term as a minus', async () => {
    await open();
    const titles = screen.getByLabelText<HTMLInputElement>('Position');
    titles.focus();
    fireEvent.paste(titles, { clipboardData: { getData: () => 'Data engineer; –Analyst, —Lead, full–stack' } });
    await waitFor(() =>
      expect(
        searchInAddress().query.map((entity) => entity.type === 'APPLIED_TERM' && [entity.data.text, entity.data.is_excluded ?? false]),
      ).toEqual([
        ['Data engineer', false],
        ['Analyst', true],
        ['Lead', true],
        ['full–stack', false],
      ]),
    );
  });

  it('[SUGG-005] requests suggestions once, 250 ms after the last key', async () => {
    const { server } = await open();
    const skills = screen.getByLabelText('Skills');
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const typeAndWait = (value: string, milliseconds: number) => {
      fireEvent.change(skills, { target: { value } });
      act(() => void vi.advanceTimersByTime(milliseconds));
    };
    for (const value of ['p', 'py', 'pyt', 'pyth', 'pytho']) typeAndWait(value, 249);
    typeAndWait('python', 250);
    vi.useRealTimers();
    await screen.findByRole('option', { name: /^Python/ });
    expect(server.inputsOf(search.suggest).map(({ text }) => text)).toEqual(['python']);
  });

  it('[SUGG-004] counts an alternative alone with the other fields, and a required term with the terms of its field', async () => {
    const { server, hands } = await open({ q: '["skill:Python","location:Berlin"]' });
    const asked = () => server.inputsOf(search.counts).flatMap(({ searches }) => searches.map(({ query }) => query));
    await hands.type(screen.getByLabelText('Skills'), 'kub');
    await screen.findByRole('option', { name: /^Kubernetes/ });
    await waitFor(() => expect(asked()).toContainEqual(expect.stringMatching(/^\["skill:Kubernetes[^,]*,"location:Berlin"\]$/)));
    expect(asked().filter((query) => query.includes('Python') && query.includes('Kubernetes'))).toEqual([]);
    await hands.clear(screen.getByLabelText('Skills'));
    await hands.type(screen.getByLabelText('Skills'), '-kub');
    await waitFor(() => expect(asked().filter((query) => query.includes('Python') && query.includes('-skill:Kubernetes'))).not.toEqual([]));
  });

  it('[SRCH-042] includes and excludes a term by a click on its chip', async () => {
    const { hands } = await open({ q: '["skill:Python","-skill:Java"]' });
    await hands.click(await button('Include Java'));
    await waitFor(() => expect(termsInAddress()).toEqual(['Python', 'Java']));
    await hands.click(await button('Exclude Java'));
    await waitFor(() => expect(termsInAddress()).toEqual(['Python', '-Java']));
  });

  it('[SRCH-042] [SRCH-043] [SRCH-044] excludes and removes a term of any field in the menu of its chip', async () => {
    const { hands } = await open({ q: '["skill:Python","location:Berlin"]' });
    await hands.click(await button('Options for Berlin'));
    await hands.click(await screen.findByRole('button', { name: 'Exclude' }));
    await waitFor(() => expect(termsInAddress()).toEqual(['Python', '-Berlin']));
    expect(screen.queryByRole('button', { name: 'Exclude' })).toBeNull();
    await hands.click(await button('Options for Berlin'));
    await screen.findByRole('button', { name: 'Include' });
    (await screen.findByRole('button', { name: 'Remove' })).focus();
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(termsInAddress()).toEqual(['Python']));
  });

  it('[SRCH-033] [SUGG-004] offers free words that name a place or a company as that field', async () => {
    const { hands } = await open({ q: '["(","text:Berlin","OR","text:whatever",")","AND","-text:Acme"]' }, (server) =>
      server.on(search.suggest, ({ text, field_types: [field = 'text'] }) => {
        const isKnown = (text === 'Berlin' && field === 'location') || (text === 'Acme' && field === 'companySearch');
        return { [field]: isKnown ? [suggestionOf(text, { id: '7', is_exact: true, count: 184 })] : [] };
      }),
    );
    const offers = within(await screen.findByRole('list', { name: 'Known words' }));
    expect(offers.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Berlin: search as location184',
      'Acme: search as company184',
    ]);
    await hands.click(offers.getByRole('button', { name: /^Acme/ }));
    await waitFor(() => expect(searchInAddress().query.at(-1)).toMatchObject({ data: { field: 'companySearch', is_excluded: true } }));
  });

  it('[SRCH-044] [SRCH-045] switches a synonym off and on, and any key closes the popover', async () => {
    const { hands } = await open({ q: '["skill:Python"]' });
    await hands.click(await button('Options for Python'));
    await hands.click(await screen.findByRole('checkbox', { name: 'Python 2' }));
    await waitFor(() => expect(termsInAddress()).toEqual(['Python', 'Python 3']));
    expect(searchInAddress().query.every((entity) => entity.type === 'APPLIED_TERM' && entity.data.whithSynonym === false)).toBe(true);
    expect(screen.getAllByRole('button', { name: /^Options for/ })).toHaveLength(1);
    await hands.keyboard('a');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Python 3' })).toBeNull());
    await hands.click(await button('Options for Python'));
    await hands.click(await screen.findByRole('checkbox', { name: 'All' }));
    await waitFor(() => expect(termsInAddress()).toEqual(['Python']));
  });

  it('[SRCH-061] [SRCH-062] narrows to a main skill with its years', async () => {
    const { hands } = await open({ q: '["skill:Python"]' });
    await hands.click(await button('Options for Python'));
    await hands.click(await screen.findByRole('switch', { name: 'Main skill only' }));
    await hands.click(await screen.findByRole('radio', { name: 'From 3 years old' }));
    await waitFor(() => expect(searchInAddress().query[0]).toMatchObject({ data: { is_main_skill: true, skill_range: 3 } }));
  });

  it('[SRCH-055] [SRCH-056] [SRCH-059] [SRCH-060] gives one city a radius, and a country or two places none', async () => {
    const { hands } = await open();
    const place = screen.getByLabelText('Location');
    place.focus();
    fireEvent.change(place, { target: { value: 'Berlin' } });
    await screen.findByRole('option', { name: /^Berlin/ });
    await hands.keyboard('{Enter}');
    await hands.click(await button('Distance from the city'));
    await hands.click(await screen.findByRole('menuitemradio', { name: 'within 40 km' }));
    await waitFor(() => expect(searchInAddress().query[0]).toMatchObject({ data: { location_range: 40 } }));
    place.focus();
    fireEvent.change(place, { target: { value: 'Germany' } });
    await screen.findByRole('option', { name: /^Germany/ });
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(termsInAddress()).toEqual(['Berlin', 'Germany']));
    expect(location.search).not.toContain('km');
    await hands.click(await button('Remove Berlin'));
    await hands.click(await button('Distance from the city'));
    await screen.findByText('Location range is only available for cities or towns');
  });

  it('[SRCH-048] [SRCH-049] adds at most three more skill conditions and one more title condition', async () => {
    const { hands } = await open({ q: '["skill:Python","position:Developer"]' });
    for (const [index, skill] of ['SQL', 'Git', 'Docker'].entries()) {
      await hands.click(await button('Add skill condition'));
      const field = await screen.findByLabelText(`Skills, condition ${index + 2}`);
      fireEvent.change(field, { target: { value: skill } });
      fireEvent.keyDown(field, { key: 'Enter' });
      await button(`Remove ${skill}`);
    }
    expect(screen.queryByRole('button', { name: 'Add skill condition' })).toBeNull();
    await hands.click(await button('Add title condition'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add title condition' })).toBeNull());
  });

  it('[SRCH-008] [DEC-16] [SUGG-007] converts the query to boolean text and back without loss, and marks an error at its character', async () => {
    const { hands } = await open({ q: '["skill:Python","-location:Moscow",{"skill":"Go","main":1,"years":3}]' });
    const before = termsInAddress();
    await hands.click(screen.getByRole('radio', { name: 'PRO' }));
    await hands.click(await screen.findByRole('switch', { name: 'Boolean' }));
    const area = await screen.findByLabelText<HTMLTextAreaElement>('Boolean query');
    expect(area.value).toBe('skill:Python -location:Moscow skill:Go[main, 3+]');
    fireEvent.change(area, { target: { value: 'skill:Python AND (skill:Go OR ' } });
    await screen.findByText(/character/);
    // The help stays, and the results are marked as older than the text.
    await button('current-company:');
    expect(document.querySelector('[data-unsearched]')).not.toBeNull();
    await hands.clear(area);
    await hands.type(area, 'skill:Python AND (skill:kuberne');
    await screen.findByRole('option', { name: /^Kubernetes/ });
    await hands.keyboard('{ArrowDown}{Enter}');
    expect(area.value).toBe('skill:Python AND (skill:Kubernetes ');
    fireEvent.change(area, { target: { value: '(skill:Python AND skill:Go) OR skill:Rust' } });
    await hands.type(area, '{Enter}');
    await screen.findByText('This query can only be shown in boolean mode');
    history.back();
    await waitFor(() => expect(termsInAddress()).toEqual(before));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Boolean' }).disabled).toBe(false));
    await hands.click(screen.getByRole('switch', { name: 'Boolean' }));
    await button('Remove Go');
  });
});

describe('the address of a search', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['a lone AND', { q: list('AND') }, /has nothing to join/],
    ['an open bracket', { q: list('(', 'skill:Go') }, /A bracket is not closed/],
    ['stars alone', { q: list('text:***') }, /at least two letters before the star/],
    ['2,000 terms', { q: list(...Array.from({ length: 2000 }, () => 'x')) }, /too many terms: at most 200/],
    ['11,000 characters', { q: list(`text:${'a'.repeat(11_000)}`) }, /too long: at most 10,000 characters/],
    ['an unknown facet', { q: list('skill:Go'), f: 'colour:red' }, /There is no filter "colour"/],
    ['no list', { q: 'Go AND Rust' }, /cannot be read/],
  ])('[DEC-16] explains its error: %s', async (_name, parts, said) => {
    await open(parts);
    expect((await screen.findByRole('alert')).textContent).toMatch(said);
    expect(screen.queryByText('Sorry, an error has occurred')).toBeNull();
  });

  it('[DEC-16] is searched without its unreadable parts', async () => {
    const { hands } = await open({ q: '["skill:Go","wrong:x"]', f: 'age:old' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('There is no search field "wrong"');
    expect(alert.textContent).toContain('"old" is not a range');
    await hands.click(within(alert).getByRole('button', { name: 'Search without both' }));
    await foundPeople();
    expect([screen.queryByRole('alert'), searchInAddress().filters]).toEqual([null, []]);
  });

  it('[SRCH-019] with an invalid page or one far after the last shows people or a way back', async () => {
    const { hands } = await open({ q: list('skill:Python'), page: 'x' });
    await foundPeople();
    for (const page of ['0', '-3', '1.5', '99999']) {
      history.pushState(null, '', searchPath({ q: list('skill:Python'), page }));
      fireEvent(window, new PopStateEvent('popstate'));
      if (page !== '99999') await foundPeople();
    }
    await hands.click(await button('First page'));
    await foundPeople();
    expect(searchInAddress().page).toBe(1);
  });

  it('keeps emoji and right-to-left text unchanged', async () => {
    const { server } = await open({ q: list('text:😀', 'name:محمد') });
    await foundPeople();
    expect(termsInAddress()).toEqual(['😀', 'محمد']);
    expect(server.inputsOf(search.find).at(-1)?.q).toBe('["text:😀","name:محمد"]');
  });

  it('[SRCH-018] [FLT-038] [FLT-039] loses its page when a filter changes, and Back restores everything', async () => {
    const { hands } = await open({ q: list('skill:Python'), page: '2' });
    await foundPeople();
    await hands.click(await button('Include Email'));
    await waitFor(() => expect(new URLSearchParams(location.search).get('f')).toContain('email'));
    expect(searchInAddress().page).toBe(1);
    fireEvent.click(await button('Include Phone'), { altKey: true });
    await waitFor(() => expect(new URLSearchParams(location.search).get('f')).toContain('-phone'));
    history.back();
    await waitFor(() => expect(new URLSearchParams(location.search).get('f')).toBe('contacts:email'));
    history.back();
    await waitFor(() => expect(searchInAddress()).toMatchObject({ page: 2, filters: [] }));
  });
});
