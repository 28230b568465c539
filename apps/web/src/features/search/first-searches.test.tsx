import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { answerSearch, personOf } from '#testing/found.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { proxyPage } from '#testing/stub-server.ts';

const { search } = contract;
const value = (id: string, name: string) => ({ id, name, count: 1, checked: false, excluded: false });
const column = (name: string) => screen.findByRole('region', { name });
const ghosts = () => document.querySelectorAll('main section li[aria-hidden]').length;

describe('the home page of a small database', () => {
  it('names columns without values and shows the others', async () => {
    await openApp('/', {
      as: userOf('admin'),
      answers: (server) => {
        answerSearch(server, [personOf(1)]);
        server.on(search.count, ({ facets = [] }) =>
          answerOf(search.count, {
            payload: { ...answerOf(search.count).payload, count: 1 },
            facets: Object.fromEntries(
              facets.map((facet) => [facet, { values: facet === 'specialization' ? [value('7', 'Engineer')] : [], histogram: null }]),
            ),
          }),
        );
      },
    });
    await within(await column('Titles')).findByRole('button', { name: /Engineer/ });
    await within(await column('Skills')).findByText('Nobody in your base has skills yet.');
    await within(await column('Places')).findByText('Nobody in your base has a place yet.');
    expect(ghosts()).toBe(0);
  });

  it('offers a retry if counting fails', async () => {
    const { server, hands } = await openApp('/', {
      as: userOf('admin'),
      answers: (server) => {
        answerSearch(server, [personOf(1)]);
        server.on(search.count, ({ facets = [] }) =>
          answerOf(search.count, {
            payload: { ...answerOf(search.count).payload, count: 1 },
            facets: Object.fromEntries(facets.map((facet) => [facet, { values: [value('7', 'Engineer')], histogram: null }])),
          }),
        );
        server.on(search.counts, () => proxyPage(400));
      },
    });
    const retry = await within(await column('Titles')).findByRole('button', { name: 'Try again' });
    expect(ghosts()).toBe(0);
    server.on(search.counts, ({ searches }) => ({ counts: searches.map(() => 1), took_ms: 1 }));
    await hands.click(retry);
    await waitFor(async () => within(await column('Titles')).getByRole('button', { name: /Engineer/ }));
  });
});
