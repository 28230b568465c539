import type { Match, QueryNode, SearchDocument } from '../port.ts';
import type { SearchSchema } from '../schema.ts';
import { beginningOfForm, formOf } from '../text/forms.ts';
import { tokenize } from '@headwater/domain/text/tokenize';

type TextNode = Extract<QueryNode, { op: 'word' | 'phrase' }>;

export function matches(schema: SearchSchema, node: QueryNode, document: SearchDocument): boolean {
  const holds = (part: QueryNode): boolean => matches(schema, part, document);
  switch (node.op) {
    case 'all':
      return true;
    case 'and':
      return node.of.every(holds);
    case 'or':
    case 'any':
      return node.of.some(holds);
    case 'not':
      return !holds(node.of);
    case 'prefer':
      return holds(node.of);
    case 'ids':
      return node.ids.includes(document.id);
    case 'term':
      return document.terms[node.field]?.includes(node.value) ?? false;
    case 'range': {
      const value = document.numbers[node.field];
      return value !== undefined && value >= (node.min ?? -Infinity) && value <= (node.max ?? Infinity);
    }
    case 'near':
      return (document.points[node.field] ?? []).some((point) => kilometres(point, node) <= node.km);
    default:
      return (document.texts[node.field] ?? []).some((value) => holdsWords({ schema, node }, tokenize(value)));
  }
}

function holdsWords({ schema, node }: { schema: SearchSchema; node: TextNode }, tokens: readonly string[]): boolean {
  const expected = tokenize(node.text);
  const kind = schema.texts[node.field]!.form;
  const slop = node.op === 'phrase' ? node.slop : 0;
  const fits = (place: number, token: string): boolean => {
    const word = expected[place]!;
    if (node.mode === 'stem') return formOf(kind, token) === formOf(kind, word);
    if (node.mode === 'exact') return token === word;
    const last = place === expected.length - 1;
    if (kind === 'name' && node.mode === 'prefixOfForm') {
      return last ? formOf(kind, token).startsWith(beginningOfForm(kind, word) ?? '') : formOf(kind, token) === formOf(kind, word);
    }
    return last ? token.startsWith(word) : token === word;
  };
  const follows = (place: number, at: number, left: number): boolean => {
    if (place === expected.length) return true;
    for (let skipped = 0; skipped <= left && at + skipped < tokens.length; skipped++) {
      if (fits(place, tokens[at + skipped]!) && follows(place + 1, at + skipped + 1, left - skipped)) return true;
    }
    return false;
  };
  return expected.length > 0 && tokens.some((token, at) => fits(0, token) && follows(1, at + 1, slop));
}

const rounded = (degrees: number): number => (Math.round(degrees * 1e6) / 1e6) * (Math.PI / 180);
const exact = (degrees: number): number => degrees * (Math.PI / 180);

function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const [lat1, lon1, lat2, lon2] = [rounded(a.lat), rounded(a.lon), exact(b.lat), exact(b.lon)];
  const cosine = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(lon1 - lon2);
  return 6371.0088 * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

function pointsOf(schema: SearchSchema, node: QueryNode): number {
  if (node.op === 'term') return Math.round(schema.terms[node.field]!.weight * (node.boost ?? 1));
  if (node.op === 'word' || node.op === 'phrase') return Math.round(schema.texts[node.field]!.weight * (node.boost ?? 1));
  return 0;
}

/** Adds scores under `and`, `any` and `prefer`, takes the best under `or`, ignores `not`. */
export function relevance(schema: SearchSchema, node: QueryNode, document: SearchDocument): number {
  const score = (part: QueryNode): number => (matches(schema, part, document) ? relevance(schema, part, document) : 0);
  if (node.op === 'and' || node.op === 'any') return node.of.reduce((sum, part) => sum + score(part), 0);
  if (node.op === 'or') return Math.max(0, ...node.of.map(score));
  if (node.op === 'prefer') return score(node.of) + node.preferred.reduce((sum, part) => sum + score(part), 0);
  return pointsOf(schema, node);
}

export function explain(schema: SearchSchema, node: QueryNode, document: SearchDocument): Match[] {
  if (node.op === 'all' || node.op === 'not' || node.op === 'range' || node.op === 'ids') return [];
  if (!matches(schema, node, document)) return [];
  if (node.op === 'and' || node.op === 'or' || node.op === 'any') return node.of.flatMap((part) => explain(schema, part, document));
  if (node.op === 'prefer') return [node.of, ...node.preferred].flatMap((part) => explain(schema, part, document));
  const text = node.op === 'term' ? node.value : node.op === 'near' ? `${node.km} km` : node.text;
  return [{ field: node.field, text, points: pointsOf(schema, node), ...(node.tag === undefined ? {} : { tag: node.tag }) }];
}
