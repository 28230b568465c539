import type { Entry } from './catalogue.ts';

const entry = (status: number, en: string, ru: string): Entry => ({ status, en, ru });

/** Messages of this area; same form as the core catalogue. */
export const aiSearchMessages = {
  /** AIS-005. */
  ai_search_not_started: entry(503, 'Cannot start AI search', 'Не удалось запустить ИИ-поиск'),
  ai_search_failed: entry(
    500,
    'The search failed. Change the request or try again',
    'Поиск не удался. Измените запрос или повторите попытку',
  ),
  ai_search_over: entry(400, 'This search is not being processed', 'Этот поиск уже не выполняется'),
  ai_search_not_found_yet: entry(
    400,
    'Nobody has been found yet: wait for the end of the search',
    'Пока никто не найден: дождитесь конца поиска',
  ),
} satisfies Record<string, Entry>;
