import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../protocol/error.ts';
import type { Comparison, Filter } from '../protocol/filter.ts';

interface Attribute {
  type: 'text' | 'exact' | 'boolean' | 'moment';
  of: RawBuilder<unknown>;
}

/** The list itself is compared by its `value`. */
interface ListAttribute {
  from: RawBuilder<unknown>;
  parts: Readonly<Record<string, Attribute>>;
}

export interface Attributes {
  single: Readonly<Record<string, Attribute>>;
  lists: Readonly<Record<string, ListAttribute>>;
}

type Condition = RawBuilder<boolean>;
type Value = Extract<Filter, { kind: 'compare' }>['value'];

/** 100 comparisons took 9 s for 10,000 users. */
const maxListComparisons = 10;

const invalidFilter = (detail: string) => invalid(detail, 'invalidFilter');

const orderOperators = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function textCondition(comparison: Comparison, { type, of }: Attribute, value: string): Condition {
  const own = type === 'exact' ? sql<string>`${of}` : sql<string>`lower(${of})`;
  const text = type === 'exact' ? value : value.toLowerCase();
  switch (comparison) {
    case 'eq':
      return sql`${own} = ${text}`;
    case 'ne':
      return sql`${own} is distinct from ${text}`;
    case 'co':
      return sql`strpos(${own}, ${text}) > 0`;
    case 'sw':
      return sql`starts_with(${own}, ${text})`;
    case 'ew':
      return sql`right(${own}, length(${text})) = ${text}`;
    default:
      return sql`${own} ${sql.raw(orderOperators[comparison])} ${text}`;
  }
}

function momentCondition(comparison: Comparison, { of }: Attribute, value: Value): Condition {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[-+]\d\d:\d\d)$/.test(value) ? new Date(value) : undefined;
  if (!at || Number.isNaN(at.getTime())) throw invalidFilter('A moment is written like 2026-01-31T09:30:00Z');
  // Displayed in milliseconds.
  const own = sql`date_trunc('milliseconds', ${of})`;
  if (comparison === 'eq') return sql`${own} = ${at}`;
  if (comparison === 'ne') return sql`${own} is distinct from ${at}`;
  if (comparison === 'co' || comparison === 'sw' || comparison === 'ew') throw invalidFilter('Moments are compared, not searched');
  return sql`${own} ${sql.raw(orderOperators[comparison])} ${at}`;
}

/** Some clients send strings. */
function flagOf(value: Value): boolean {
  const word = String(value).toLowerCase();
  if (word !== 'true' && word !== 'false') throw invalidFilter('A switch is true or false');
  return word === 'true';
}

function booleanCondition(comparison: Comparison, { of }: Attribute, value: Value): Condition {
  if (comparison === 'eq') return sql`${of} = ${flagOf(value)}`;
  if (comparison === 'ne') return sql`${of} is distinct from ${flagOf(value)}`;
  throw invalidFilter('A switch is equal or not');
}

const present = ({ type, of }: Attribute): Condition =>
  type === 'text' || type === 'exact' ? sql`coalesce(${of}, '') <> ''` : sql`${of} is not null`;

function compare(attribute: Attribute, comparison: Comparison, value: Value): Condition {
  if (value === null) {
    if (comparison !== 'eq' && comparison !== 'ne') throw invalidFilter('Nothing is more or less than null');
    return comparison === 'eq' ? sql`not ${present(attribute)}` : present(attribute);
  }
  if (attribute.type === 'boolean') return booleanCondition(comparison, attribute, value);
  if (attribute.type === 'moment') return momentCondition(comparison, attribute, value);
  if (typeof value === 'boolean') throw invalidFilter('A text stands in quotation marks');
  return textCondition(comparison, attribute, String(value));
}

const anyInList = ({ from }: ListAttribute, condition: Condition): Condition => sql`exists (select from ${from} where ${condition})`;

function findList({ lists }: Attributes, name: string): { list: ListAttribute; part: string } | undefined {
  const [first = '', part = 'value'] = name.split('.');
  const list = Object.hasOwn(lists, first) ? lists[first] : undefined;
  return list && { list, part };
}

function attributeOf(known: Readonly<Record<string, Attribute>>, name: string): Attribute {
  const attribute = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!attribute) throw invalidFilter(`Filters by ${name} are not supported`);
  return attribute;
}

function leafCondition(filter: Extract<Filter, { kind: 'compare' | 'present' }>, attributes: Attributes): Condition {
  const test = (attribute: Attribute) =>
    filter.kind === 'present' ? present(attribute) : compare(attribute, filter.comparison, filter.value);
  const found = findList(attributes, filter.name);
  if (!found) return test(attributeOf(attributes.single, filter.name));
  const attribute = attributeOf(found.list.parts, found.part);
  // `ne` on a list means: no value is equal.
  if (filter.kind === 'compare' && filter.comparison === 'ne')
    return sql`not ${anyInList(found.list, compare(attribute, 'eq', filter.value))}`;
  return anyInList(found.list, test(attribute));
}

/** Comparisons that scan the list values of every resource. */
function listComparisons(filter: Filter, attributes: Attributes, isWithin = false): number {
  const sum = (terms: readonly Filter[], inList = isWithin) =>
    terms.reduce((total, term) => total + listComparisons(term, attributes, inList), 0);
  switch (filter.kind) {
    case 'and':
    case 'or':
      return sum(filter.terms);
    case 'not':
      return sum([filter.term]);
    case 'some':
      return sum([filter.term], true);
    default:
      return isWithin || findList(attributes, filter.name) ? 1 : 0;
  }
}

/** The condition is never null. */
export function conditionOf(filter: Filter, attributes: Attributes): Condition {
  if (listComparisons(filter, attributes) > maxListComparisons)
    throw invalidFilter(`At most ${maxListComparisons} comparisons with values of lists`);
  return translate(filter, attributes);
}

function translate(filter: Filter, attributes: Attributes): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const terms = filter.terms.map((term) => translate(term, attributes));
      return sql`(${sql.join(terms, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql`not (${translate(filter.term, attributes)})`;
    case 'some': {
      const list = Object.hasOwn(attributes.lists, filter.name) ? attributes.lists[filter.name] : undefined;
      if (!list) throw invalidFilter(`${filter.name} is not a list`);
      return anyInList(list, translate(filter.term, { single: list.parts, lists: {} }));
    }
    default:
      return sql`coalesce(${leafCondition(filter, attributes)}, false)`;
  }
}

export function sortOf(name: string, { single }: Attributes): RawBuilder<unknown> {
  const attribute = Object.hasOwn(single, name) ? single[name] : undefined;
  if (!attribute) throw invalid(`Cannot be sorted by ${name.slice(0, 100)}`, 'invalidPath');
  return attribute.type === 'text' ? sql`lower(${attribute.of})` : attribute.of;
}
