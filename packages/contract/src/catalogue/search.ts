import type { QueryErrorKey } from '@headwater/domain/query/errors';
import { entries, type Entry } from './entries.ts';
import en from '../texts/search/en.json' with { type: 'json' };
import ru from '../texts/search/ru.json' with { type: 'json' };

const starting = { status: 503, code: 'search_starting' };

/** `{{position}}` counts from 1. */
export const searchMessages = entries(
  { en, ru },
  {
    search_building: starting,
    search_not_ready: starting,
    search_too_slow: 503,
    search_busy: 503,
    folder_too_many_profiles: 413,
    filter_hidden: 403,
  },
) satisfies Record<QueryErrorKey, Entry>;
