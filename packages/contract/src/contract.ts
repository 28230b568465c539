import { administration } from './administration.ts';
import { ai } from './ai.ts';
import { enrichment } from './enrichment.ts';
import { events } from './events.ts';
import { hiring } from './hiring.ts';
import { jobs } from './jobs.ts';
import { mailings } from './mailings.ts';
import { marketInsights } from './market-insights.ts';
import { messaging } from './messaging.ts';
import { notices } from './notices.ts';
import { outreach } from './outreach.ts';
import { people } from './people.ts';
import { savedQueries } from './saved-queries.ts';
import { scim } from './scim.ts';
import { searchHistory } from './search-history.ts';
import { search } from './search.ts';
import { sequences } from './sequences.ts';
import { identity } from './identity.ts';
import { smartFolders } from './smart-folders.ts';
import { templates } from './templates.ts';

export const contract = {
  ...administration,
  ...ai,
  ...hiring,
  ...messaging,
  ...people,
  ...identity,
  enrichment,
  events,
  jobs,
  mailings,
  marketInsights,
  notices,
  outreach,
  savedQueries,
  scim,
  search,
  searchHistory,
  sequences,
  smartFolders,
  templates,
};
