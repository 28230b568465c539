import { type QueryField, shownField } from './fields.ts';
import { applied, canonicalQuery, canonicalTerm, cleanText, isBareOperator, type QueryEntity, type TermData } from './term.ts';

/** SRCH-039. `text` is the unfinished term in the editor. */
export interface QueryLine {
  field: QueryField;
  terms: TermData[];
  text: string;
  excluded: boolean;
}

/** SRCH-048, SRCH-049 */
const extraLines: Partial<Record<QueryField, number>> = { skill: 3, position: 1 };

export function mayAddLine(lines: readonly Pick<QueryLine, 'field'>[], field: QueryField): boolean {
  const shown = shownField(field);
  const lineCount = lines.filter((line) => shownField(line.field) === shown).length;
  return lineCount < 1 + (extraLines[shown] ?? 0);
}

/** SRCH-046, SRCH-047 */
export const lineHasError = (line: QueryLine) =>
  line.terms.some((term) => isBareOperator(term.text)) || line.text.split(/\s+/).some((word) => isBareOperator(word));

/** SRCH-042 */
export const toggleExcluded = (term: TermData): TermData => canonicalTerm({ ...term, is_excluded: !term.is_excluded });

/** Further lines of a field are bracketed conditions. Text in an editor counts as a term. */
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

/** Undefined if only boolean text can show the query. */
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

/** SRCH-022, SRCH-023, SRCH-060 */
export function resetLocationRanges(entities: readonly QueryEntity[], hash = ''): QueryEntity[] {
  const places = entities.filter((entity) => entity.type === 'APPLIED_TERM' && isPlace(entity.data));
  if (places.length < 2 || hash === '#saved-queries' || hash === '#history') return [...entities];
  return entities.map((entity) =>
    entity.type === 'APPLIED_TERM' && entity.data.location_range ? applied({ ...entity.data, location_range: 0 }) : entity,
  );
}
