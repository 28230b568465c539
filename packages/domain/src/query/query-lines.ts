import { type QueryField, shownField } from './fields.ts';
import { applied, canonicalQuery, canonicalTerm, cleanText, isBareOperator, type QueryEntity, type TermData } from './term.ts';

/** SRCH-039: one line of the form. `text` is what stands in its editor and is not a chip yet. */
export interface QueryLine {
  field: QueryField;
  terms: TermData[];
  text: string;
  excluded: boolean;
}

/** SRCH-048, SRCH-049. */
const extraLines: Partial<Record<QueryField, number>> = { skill: 3, position: 1 };

/** May the form get one more line of this field? Other fields have one line. */
export function mayAddLine(lines: readonly Pick<QueryLine, 'field'>[], field: QueryField): boolean {
  const shown = shownField(field);
  const lineCount = lines.filter((line) => shownField(line.field) === shown).length;
  return lineCount < 1 + (extraLines[shown] ?? 0);
}

/** SRCH-046, SRCH-047: a line with a bare AND or OR left in it is marked as wrong. */
export const lineHasError = (line: QueryLine) =>
  line.terms.some((term) => isBareOperator(term.text)) || line.text.split(/\s+/).some((word) => isBareOperator(word));

/** SRCH-042. */
export const toggleExcluded = (term: TermData): TermData => canonicalTerm({ ...term, is_excluded: !term.is_excluded });

/**
 * Lines to one query. The first line of a field lies open; each further one stands in brackets, so that it is a condition of its own.
 * Text left in an editor counts as a term.
 */
export function queryOfLines(lines: readonly QueryLine[]): QueryEntity[] {
  const seen = new Set<QueryField>();
  const out: QueryEntity[] = [];
  for (const line of lines) {
    const typed = cleanText(line.text);
    const terms = [...line.terms, ...(typed ? [{ field: line.field, text: typed }] : [])];
    if (terms.length === 0) continue;
    const chips = terms.map(applied);
    const isOpen = !line.excluded && !seen.has(line.field);
    if (isOpen) {
      seen.add(line.field);
      out.push(...chips);
    } else {
      if (line.excluded) out.push({ type: 'OPERATOR', operator: 'NOT' });
      out.push({ type: 'PAREN', side: 'open' }, ...chips, { type: 'PAREN', side: 'close' });
    }
  }
  return canonicalQuery(out);
}

const isParen = (entity: QueryEntity | undefined, side: 'open' | 'close') => entity?.type === 'PAREN' && entity.side === side;

/** A bracketed line at `from` (behind its opening bracket), or undefined where the brackets hold something else. */
function readLine(entities: readonly QueryEntity[], from: number, excluded: boolean): { line: QueryLine; next: number } | undefined {
  const terms: TermData[] = [];
  let at = from;
  for (; at < entities.length && !isParen(entities[at], 'close'); at += 1) {
    const entity = entities[at];
    if (entity?.type !== 'APPLIED_TERM') return undefined;
    terms.push(entity.data);
  }
  const [first] = terms;
  if (!first || at >= entities.length || terms.some((term) => term.field !== first.field)) return undefined;
  return { line: { field: first.field, terms, text: '', excluded }, next: at + 1 };
}

/** A query to lines, the other way round; undefined where only boolean text can show it. */
export function linesOfQuery(query: readonly QueryEntity[]): QueryLine[] | undefined {
  const entities = canonicalQuery(query);
  const open = new Map<QueryField, QueryLine>();
  const further: QueryLine[] = [];
  for (let at = 0; at < entities.length;) {
    const entity = entities[at];
    if (entity?.type === 'APPLIED_TERM') {
      const { field } = entity.data;
      const line = open.get(field) ?? { field, terms: [], text: '', excluded: false };
      line.terms.push(entity.data);
      open.set(field, line);
      at += 1;
      continue;
    }
    const excluded = entity?.type === 'OPERATOR' && entity.operator === 'NOT';
    const from = excluded ? at + 1 : at;
    const read = isParen(entities[from], 'open') ? readLine(entities, from + 1, excluded) : undefined;
    if (!read) return undefined;
    further.push(read.line);
    at = read.next;
  }
  const lines = [...open.values(), ...further];
  const fits = lines.every((line, index) => mayAddLine(lines.slice(0, index), line.field) || index === 0);
  return fits ? lines : undefined;
}

const isPlace = (term: TermData) => term.field === 'location' || term.field === 'locationRange';

/** SRCH-060: with more than one place applied, radii go. SRCH-022, SRCH-023: not while a saved query or the history is being looked at. */
export function resetLocationRanges(entities: readonly QueryEntity[], hash = ''): QueryEntity[] {
  const places = entities.filter((entity) => entity.type === 'APPLIED_TERM' && isPlace(entity.data));
  if (places.length < 2 || hash === '#saved-queries' || hash === '#history') return [...entities];
  return entities.map((entity) =>
    entity.type === 'APPLIED_TERM' && entity.data.location_range ? applied({ ...entity.data, location_range: 0 }) : entity,
  );
}
