import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { type Caller, useInstallation } from '../../../test/installation.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useInstallation();
let caller: Caller;
/** Limit of processor milliseconds for every answer. */
const bounded = 4_000;

const address = (parts: Record<string, string>) => `/api/v6/profiles/?${new URLSearchParams(parts).toString()}`;
const list = (...parts: unknown[]) => JSON.stringify(parts);
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

async function ask(parts: Record<string, string>) {
  let answer: { status: number; body: Record<string, unknown> } = { status: 0, body: {} };
  const ms = await leastProcessorMs(async () => (answer = await caller.get(address(parts))), bounded);
  return { ...answer, ms };
}

/** The first field error, else the detail. */
const words = (body: Record<string, unknown>) => {
  const [first] = Object.entries(body).filter(([name]) => name !== 'code');
  return Array.isArray(first?.[1]) ? `${first[0]}: ${String(first[1][0])}` : String(body['detail']);
};

beforeAll(async () => {
  const companyId = await here.addCompany({ name: 'Bad input' });
  caller = await here.signIn(await here.addUser(companyId, 'worker'));
  await addProfiles(here, 40);
  await here.application.search.start();
});

describe('rejects an invalid search with an error at its field', () => {
  const refused: [string, Record<string, string>, string][] = [
    [
      'a query of more than 10,000 characters',
      { q: list(`text:${'a'.repeat(10_000)}`) },
      'q: The query is too long: at most 10,000 characters',
    ],
    ['2,000 terms', { q: list(...times(2_000, () => 'x')) }, 'q: The query has too many terms: at most 200'],
    [
      '2,000 terms over the length',
      { q: list(...times(2_000, (index) => `skill:${index}`)) },
      'q: The query is too long: at most 10,000 characters',
    ],
    ['a lone AND', { q: list('AND') }, 'q: AND, OR or NOT has nothing to join'],
    ['an AND at the end', { q: list('skill:Go', 'AND') }, 'q: AND, OR or NOT has nothing to join'],
    ['AND as a term', { q: list('skill:AND') }, 'q: AND and OR cannot be a term'],
    ['an open bracket', { q: list('(', 'skill:Go') }, 'q: A bracket is not closed'],
    ['a closing bracket', { q: list('skill:Go', ')') }, 'q: A closing bracket has no opening one'],
    ['nothing in brackets', { q: list('(', ')') }, 'q: There is nothing between the brackets'],
    ['an unbalanced quotation mark', { q: '["skill:Go]' }, 'q: The query in the address cannot be read'],
    ['no list', { q: 'skill:Go' }, 'q: The query in the address cannot be read'],
    ['a number', { q: '[7]' }, 'q: Part 1 of the query cannot be read'],
    ['stars alone', { q: list('text:***') }, 'q: Write at least two letters before the star'],
    ['a star inside', { q: list('text:d*ta') }, 'q: A star may only end the last word: devel*'],
    ['a star for a place', { q: list('location:Mosc*') }, 'q: A star does not work in this field'],
    ['a distance of one word', { q: list({ text: 'alone', near: 3 }) }, 'q: A distance between words is written as "big data"~3: two words or more in quotes and a number from 1 to 20'], // prettier-ignore
    ['an unknown field', { q: list('colour:red') }, 'q: There is no search field "colour"'],
    ['a radius of our own making', { q: list({ location: 'Berlin', km: 33 }) }, 'q: Choose a location range of: 20, 40, 80, 160 km'],
    ['an unknown facet', { f: 'colour:red' }, 'f: There is no filter "colour"'],
    ['a facet without values', { f: 'age' }, 'f: Part 1 of the filters cannot be read'],
    ['a range upside down', { f: 'age:40-20' }, 'f: "40-20" is not a range: write 25-40, 25-* or *-40'],
    ['an unknown facet to count', { facets: 'colour' }, 'facets: Choose one of:'],
    ['an unknown order', { s: 'colour' }, 's: Choose one of: relevance, updated, experience'],
    ['page 0', { page: '0' }, 'page: Enter a number not less than 1'],
    ['page -1', { page: '-1' }, 'page: Enter a number not less than 1'],
    ['a page of half', { page: '1.5' }, 'page: Enter a whole number'],
    ['a page in words', { page: 'x' }, 'page: Enter a'],
    ['per_page 0', { per_page: '0' }, 'per_page: Enter a number not less than 1'],
    ['per_page 101', { per_page: '101' }, 'per_page: Enter a number not greater than 100'],
    ['a vacancy that is not there', { folderId: '424242' }, 'folderId: Not found'],
  ];
  it.each(refused)('%s', async (_name, parts, said) => {
    const { status, body, ms } = await ask(parts);
    expect([status, words(body).startsWith(said) ? said : words(body)]).toEqual([400, said]);
    expect(ms).toBeLessThan(bounded);
  });
});

describe('answers a valid search in bounded time', () => {
  const answered: [string, Record<string, string>][] = [
    ['page 10^9', { page: '1000000000' }],
    ['emoji', { q: list('text:😀👩‍👩‍👧', 'name:🙂') }],
    ['right-to-left text', { q: list('name:محمد', 'text:שלום \u202Eabc') }],
    ['zero width and combining signs', { q: list('text:a\u200Bb\u0301\u0301\u0301', 'skill:\u2060') }],
    ['signs alone', { q: list('text:???', 'skill:---', 'name:@@@') }],
    ['SQL and markup', { q: list("name:'; drop table profiles; --", 'text:<script>alert(1)</script>') }],
    ['one word of 9,000 letters', { q: list(`text:${'ы'.repeat(9_000)}`) }],
    ['4,000 words in a phrase', { q: list(`skill:${'a '.repeat(4_000)}`) }],
    ['200 different titles', { q: list(...times(200, (index) => `position:title number ${index}`)) }],
    ['200 stars', { q: list(...times(200, (index) => `text:${String.fromCharCode(97 + (index % 26))}e*`)) }],
    ['brackets as deep as allowed', { q: list(...times(19, () => '('), 'skill:Go', ...times(19, () => ')')) }],
    ['NOT of NOT', { q: list('NOT', '(', 'NOT', '(', 'skill:Go', ')', ')') }],
    ['200 values of a facet', { f: `industry:${times(200, (index) => `x${index}`).join(',')}` }],
    ['the same term 200 times', { q: list(...times(200, () => 'skill:Go')) }],
    ['constructor and __proto__', { q: list('skill:__proto__', 'text:constructor'), f: 'industry:__proto__,constructor' }],
  ];
  it.each(answered)('%s', async (_name, parts) => {
    const { status, body, ms } = await ask(parts);
    // The engine may reject a phrase or a list of prefixes as too complex.
    expect([status, status === 400 ? words(body) : '']).toEqual(
      expect.toSatisfy(([code, said]: [number, string]) => code === 200 || /too complex/.test(said)),
    );
    expect(ms).toBeLessThan(bounded);
  });

  it('returns an empty page after the last one, with links back', async () => {
    const { body, headers } = await caller.get(address({ page: '1000000000' }));
    expect([body.profiles, body.total]).toEqual([[], 40]);
    expect(headers['link']).toMatch(/page=2>; rel="prev"/);
  });

  it('bounds counts, chips, facets, suggestions and similar people as well', async () => {
    const strange = ['[', '["AND"]', '["text:***"]', '["colour:x"]', list(...times(2_000, () => 'x')), '["text:😀"]', '["text:\\u0000"]'];
    for (const query of strange) {
      const answers = await Promise.all([
        caller.post('/api/v6/profiles/count/', { query, facets: ['language'] }),
        caller.post('/api/v6/profiles/chips/', { query, chips: [[0]] }),
        caller.get(`/api/profiles/filters/?${new URLSearchParams({ q: query }).toString()}`),
        caller.post('/api/v6/suggestions/', { text: query, field_types: ['skill', 'location', 'folder'] }),
      ]);
      for (const { status } of answers) expect([200, 400]).toContain(status);
    }
    for (const path of ['similar/?page=0', 'similar/?per_page=0', 'similar/?page=1000000000']) {
      expect([400, 404]).toContain((await caller.get(`/api/v6/profiles/77777777/${path}`)).status);
    }
    expect((await caller.get('/api/v6/profiles/recommended/?page=1000000000')).status).toBe(200);
    expect((await caller.get('/api/v6/profiles/recommended/?folderId=x')).status).toBe(400);
  });
});

describe('the URL of a query of maximum length', () => {
  it('accepts 10,000 non-Latin characters (60,000 bytes of URL)', async () => {
    await here.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = here.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${address({ q: list(`text:${'ж'.repeat(9_900)}`) })}`);
    expect(answer.status).toBe(401);
    const inside = await ask({ q: list(`text:${'ж '.repeat(4_900)}`) });
    expect([200, 400]).toContain(inside.status);
    expect(inside.ms).toBeLessThan(bounded);
  });
});
