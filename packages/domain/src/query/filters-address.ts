import { maxCharacters, type Parsed, type QueryError } from './errors.ts';
import { type Facet, facetTypes, isFacet, isRangeFacet, notSpecified } from './facets.ts';
import {
  canonicalFilters,
  type FacetFilterState,
  type FilterMatch,
  type FilterRange,
  type Filters,
  type FilterValue,
  openEnd,
} from './filters.ts';
import { type DoneBy, doneBy, isGeneralItem, isViewsChoice, takesDays } from './general-facet.ts';
import { isLanguageLevel, type LanguageLevel } from './language-levels.ts';

const escape = (id: string) => id.replace(/[\\,;~@]/g, '\\$&').replace(/^-/, '\\-');

function split(text: string, mark: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1');
const end = (value: number | null) => (value === null ? '*' : String(value));

function valueText(value: FilterValue): string {
  const id = isViewsChoice(value.id) ? `viewsTransformer=${value.id}` : escape(value.id);
  const detail = value.days ?? value.level;
  return `${value.is_excluded ? '-' : ''}${id}${detail === undefined ? '' : `~${detail}`}${value.by ? `@${value.by}` : ''}`;
}

const matches: ReadonlyMap<string, FilterMatch> = new Map([
  ['~any', 'any'],
  ['~all', 'all'],
]);

/** FLT-039, FLT-040, SRCH-014: `facet:value,value;facet:min-max`; `facet:~any,value,value` */
export function encodeFilters(filters: Filters): string {
  return canonicalFilters(filters)
    .map(({ facet, values, range, match }) => {
      const parts = [
        ...(match ? [`~${match}`] : []),
        ...(range ? [`${end(range.min)}-${end(range.max)}`] : []),
        ...values.map((value) => valueText(value)),
      ];
      return `${facet}:${parts.join(',')}`;
    })
    .join(';');
}

const number = String.raw`\d{1,4}(?:\.\d{1,2})?`;
const rangePattern = new RegExp(`^(\\*|${number}|infinity)-(\\*|${number}|infinity)$`, 'i');
const readEnd = (text: string | undefined) => openEnd(text === undefined || /^(\*|infinity)$/i.test(text) ? null : Number(text));

function readRange(text: string): FilterRange | undefined {
  const found = rangePattern.exec(text);
  if (!found) return undefined;
  const range = { min: readEnd(found[1]), max: readEnd(found[2]) };
  return range.min !== null && range.max !== null && range.min > range.max ? undefined : range;
}

function readValue(facet: Facet, text: string): FilterValue | QueryError['key'] {
  const isExcluded = text.startsWith('-');
  const [rest = '', by] = split(isExcluded ? text.slice(1) : text, '@');
  const [named = '', detail] = split(rest, '~');
  const level = facet === 'language' ? detail : undefined;
  const days = facet === 'language' ? undefined : detail;
  const id = unescape(facet === 'general' ? named.replace(/^viewsTransformer=/, '') : named);
  if (id === '' || id.length > 255 || /\p{Cc}/u.test(id)) return 'filter_bad_part';
  if (facet === 'general') {
    if (!isGeneralItem(id)) return 'filter_bad_value';
    if (days !== undefined && (!takesDays(id) || !/^\d{1,4}$/.test(days) || Number(days) < 1)) return 'filter_bad_days';
    if (by !== undefined && !(doneBy as readonly string[]).includes(by)) return 'filter_bad_value';
  } else if (days !== undefined || by !== undefined) return 'filter_bad_part';
  if (level !== undefined && !isLanguageLevel(level)) return 'filter_bad_value';
  if (facetTypes[facet].only && !facetTypes[facet].only.includes(id)) return 'filter_bad_value';
  if (isRangeFacet(facet) && (id !== notSpecified[facet] || isExcluded)) return 'filter_bad_range';
  return {
    id,
    ...(isExcluded ? { is_excluded: true } : {}),
    ...(days === undefined ? {} : { days: Number(days) }),
    ...(by === undefined ? {} : { by: by as DoneBy }),
    ...(level === undefined ? {} : { level: level as LanguageLevel }),
  };
}

/** `position` of an error: part between semicolons. */
export function decodeFilters(text: string): Parsed<FacetFilterState[]> {
  if (text.length > maxCharacters)
    return { ok: false, errors: [{ key: 'query_too_long', position: maxCharacters, parts: { max: maxCharacters } }] };
  const filters: FacetFilterState[] = [];
  const errors: QueryError[] = [];
  const parts = split(text, ';');
  for (const [position, part] of parts.entries()) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    const facet = part.slice(0, Math.max(colon, 0)).trim();
    if (!isFacet(facet)) {
      errors.push(
        colon > 0 ? { key: 'filter_unknown', position, parts: { name: facet.slice(0, 50) } } : { key: 'filter_bad_part', position },
      );
      continue;
    }
    for (const word of split(part.slice(colon + 1), ',').filter((word) => word !== '')) {
      const match = facetTypes[facet].switchable ? matches.get(word) : undefined;
      if (match) {
        filters.push({ facet, values: [], match });
        continue;
      }
      const range = isRangeFacet(facet) ? readRange(word) : undefined;
      const value = range ? undefined : readValue(facet, word);
      if (typeof value === 'string') errors.push({ key: value, position, parts: { name: facet, value: word.slice(0, 50) } });
      else filters.push(range ? { facet, values: [], range } : { facet, values: value ? [value] : [] });
    }
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: canonicalFilters(filters) };
}
