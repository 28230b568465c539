import type { Calls } from '../past-port.ts';
import type { Calendar } from './calendar.ts';
import { type HistoryAction, actionOf } from './history-action.ts';
import type { SearchStory, Story } from './story.ts';

async function save(calls: Calls, search: SearchStory): Promise<void> {
  const { saved_queries: known } = await calls.savedQueries.list({ search: search.name });
  if (known.some(({ name }) => name === search.name)) return;
  await calls.savedQueries.create(search);
}

/** Saves searches and opens them some days ago, so that they have new results. */
export const searchActions = ({ email, searches }: Story, calendar: Calendar): HistoryAction[] =>
  searches.map((search, index) =>
    actionOf(
      email,
      { key: `search ${email} ${search.name}`, at: calendar.workday(4 + 3 * (searches.length - index), `14:1${index}`) },
      async (calls, _user, context) => {
        await context.untilSearchable();
        await save(calls, search);
      },
    ),
  );
