import type { QueryErrorKey } from '@headwater/domain/query/errors';
import type { Entry } from './catalogue.ts';

const entry = (status: number, en: string, ru: string): Entry => ({ status, en, ru });
/** The caller asks again by itself: there is an answer soon. */
const starting = (en: string, ru: string): Entry => ({ ...entry(503, en, ru), code: 'search_starting' });

/** Messages of this area; same form as the core catalogue. `{position}` counts from 1. */
export const searchMessages = {
  query_too_long: entry(400, 'The query is too long: at most {max} characters', 'Запрос слишком длинный: не более {max} символов'),
  query_too_many_terms: entry(400, 'The query has too many terms: at most {max}', 'В запросе слишком много условий: не более {max}'),
  query_too_deep: entry(400, 'The brackets are nested too deeply', 'Слишком глубокая вложенность скобок'),
  query_not_json: entry(400, 'The query in the address cannot be read', 'Не удалось прочитать запрос из адреса'),
  query_bad_part: entry(400, 'Part {position} of the query cannot be read', 'Не удалось прочитать часть {position} запроса'),
  query_field_unknown: entry(400, 'There is no search field "{name}"', 'Нет поля поиска «{name}»'),
  query_field_empty: entry(400, 'Write what to look for behind "{name}:"', 'Напишите, что искать, после «{name}:»'),
  query_attribute_unknown: entry(400, 'Unknown mark "{name}" of a term', 'У условия неизвестная пометка «{name}»'),
  query_operator_alone: entry(400, 'AND, OR or NOT has nothing to join', 'AND, OR или NOT ничего не соединяет'),
  query_operator_as_term: entry(400, 'AND and OR cannot be a term', 'AND и OR не могут быть условием'),
  query_bracket_open: entry(400, 'A bracket is not closed', 'Скобка не закрыта'),
  query_bracket_close: entry(400, 'A closing bracket has no opening one', 'Лишняя закрывающая скобка'),
  query_quote_open: entry(400, 'A quotation mark is not closed', 'Кавычка не закрыта'),
  query_empty_brackets: entry(400, 'There is nothing between the brackets', 'В скобках ничего нет'),
  query_not_a_city: entry(
    400,
    'Location range is only available for cities or towns',
    'Радиус поиска доступен только для городов и других населённых пунктов',
  ),
  query_location_range: entry(400, 'Choose a location range of: {options} km', 'Выберите радиус: {options} км'),
  query_skill_range: entry(400, 'Choose years of experience of: {options}', 'Выберите стаж: {options}'),
  query_proximity: entry(
    400,
    'A distance between words is written as "big data"~3: two words or more in quotes and a number from 1 to {max}',
    'Расстояние между словами пишется так: "big data"~3 — не менее двух слов в кавычках и число от 1 до {max}',
  ),
  query_wildcard_near: entry(
    400,
    'A star and a distance between words do not go together',
    'Звёздочка и расстояние между словами вместе не работают',
  ),
  query_wildcard_place: entry(
    400,
    'A star may only end the last word: devel*',
    'Звёздочка ставится только в конце последнего слова: разраб*',
  ),
  query_wildcard_short: entry(400, 'Write at least two letters before the star', 'Напишите не менее двух букв перед звёздочкой'),
  query_wildcard_field: entry(400, 'A star does not work in this field', 'Звёздочка не работает в этом поле'),
  filter_unknown: entry(400, 'There is no filter "{name}"', 'Нет фильтра «{name}»'),
  filter_bad_part: entry(400, 'Part {position} of the filters cannot be read', 'Не удалось прочитать часть {position} фильтров'),
  filter_bad_range: entry(
    400,
    '"{value}" is not a range: write 25-40, 25-* or *-40',
    '«{value}» — не диапазон: напишите 25-40, 25-* или *-40',
  ),
  filter_bad_value: entry(400, 'The filter "{name}" has no value "{value}"', 'У фильтра «{name}» нет значения «{value}»'),
  filter_bad_days: entry(400, 'A number of days from 1 to 9999 is expected', 'Ожидается число дней от 1 до 9999'),
  saved_query_name_taken: entry(
    400,
    'You already have a saved search with this name',
    'У вас уже есть сохранённый поиск с таким названием',
  ),
  search_building: starting(
    'The search index is being built: {done} of {total} profiles',
    'Поисковый индекс строится: {done} из {total} профилей',
  ),
  search_not_ready: starting('Search is starting', 'Поиск запускается'),
  search_too_slow: entry(503, 'This search takes too long. Make it simpler', 'Поиск занял слишком много времени. Упростите запрос'),
  search_busy: entry(503, 'Search is busy. Try again in a few seconds', 'Поиск занят. Повторите через несколько секунд'),
  search_too_complex: entry(400, 'This query is too complex. Make it simpler', 'Запрос слишком сложный. Упростите его'),
  folder_too_many_profiles: entry(
    413,
    'Too many profiles are included or excluded from folder',
    'Слишком много профилей включено в папку или исключено из неё',
  ),
  search_page_too_deep: entry(
    400,
    'Only the first {max} results can be paged through. Narrow the search',
    'Можно пролистать только первые {max} результатов. Сузьте поиск',
  ),
} satisfies Record<QueryErrorKey, Entry> & Record<string, Entry>;
