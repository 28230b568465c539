import { bad, good, maxCharacters, type Parsed } from './errors.ts';
import { fieldNamed, plainName, type QueryField } from './fields.ts';
import { canonicalQuery, type QueryEntity, type TermData } from './term.ts';
import { quotationMarks, singleMarks } from './quotation.ts';
import { isBlank, signFault } from './sign-faults.ts';
import { plainSigns } from './signs.ts';
import { aiPrefix, lexQuery } from './text-lexer.ts';
import { readTree } from './tree.ts';

/**
 * Parses AND, OR, NOT (also &, |, !), a leading minus or dash, brackets, quotes, `"a b"~3`,
 * `devel*`, `field:`, `ai:"..."` and `[main, 3+, 40km, exact, #id]` after a term. `field` is the
 * default of terms without a prefix.
 */
export function parseQueryText(text: string, field: QueryField = 'text'): Parsed<QueryEntity[]> {
  if (text.length > maxCharacters) return bad({ key: 'query_too_long', position: maxCharacters, parts: { max: maxCharacters } });
  const { tokens, errors } = lexQuery(text, field);
  if (errors.length > 0) return { ok: false, errors };
  const tree = readTree(tokens);
  return tree.ok ? good(canonicalQuery(tokens.map(({ entity }) => entity))) : tree;
}

function isPlain(text: string): boolean {
  const plain = plainSigns(text);
  if (/[\s()[\]|]|&&|[,;]$|^[-!]/.test(plain) || quotationMarks.test(plain) || singleMarks.test(plain)) return false;
  if (isBlank(text.slice(0, 1)) || /^(?:AND|OR|NOT)$/i.test(plain) || signFault(text)) return false;
  // Two slashes after a prefix would make it a URL.
  return !/^(?:[A-Za-z]+(?:-[A-Za-z]+)*:|\/\/)/.test(plain);
}

/** `#7`, `#"US.New York"`: inner quotation marks are doubled. */
const idText = (id: string): string => (/[\s,\]"]/.test(id) ? `#"${id.replaceAll('"', '""')}"` : `#${id}`);

function attributesOf(term: TermData): string {
  const words = [
    term.is_main_skill ? 'main' : '',
    term.skill_range ? `${term.skill_range}+` : '',
    term.location_range ? `${term.location_range}km` : '',
    term.whithSynonym === false ? 'exact' : '',
    term.is_known ? 'known' : '',
    term.is_read_only ? 'fixed' : '',
    term.suggestion_id ? idText(term.suggestion_id) : '',
  ].filter(Boolean);
  return words.length > 0 ? `[${words.join(', ')}]` : '';
}

function termText(term: TermData, field: QueryField): string {
  const prefix = term.field === field ? '' : `${plainName(term.field)}:`;
  // 'name:x' would read as a second prefix.
  const words = isPlain(term.text) ? term.text : `"${term.text}"`;
  const near = term.proximity ? `~${term.proximity}` : '';
  return `${term.is_excluded ? '-' : ''}${prefix}${words}${near}${attributesOf(term)}`;
}

function entityText(entity: QueryEntity, field: QueryField): string {
  if (entity.type === 'APPLIED_TERM' || entity.type === 'TERM') return termText(entity.data, field);
  if (entity.type === 'OPERATOR') return entity.operator;
  if (entity.type === 'PAREN') return entity.side === 'open' ? '(' : ')';
  return entity.type === 'AI' ? `${aiPrefix}:"${entity.text.replaceAll('"', '""')}"` : ' ';
}

export function formatQueryText(entities: readonly QueryEntity[], field: QueryField = 'text'): string {
  let text = '';
  for (const entity of canonicalQuery(entities)) {
    const word = entityText(entity, field);
    text += text === '' || text.endsWith('(') || word === ')' ? word : ` ${word}`;
  }
  return text;
}

/** `skill:` */
export function prefixOf(text: string): QueryField | undefined {
  const word = /^-?([A-Za-z]+(?:-[A-Za-z]+)*):/.exec(text)?.[1];
  return word === undefined ? undefined : fieldNamed(word);
}
