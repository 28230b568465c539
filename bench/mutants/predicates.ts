import type { Scratch } from './checkout.ts';
import type { Mutant } from './mutant.ts';
import { guardsOf, lineOf, moduleOf, nounsOfModules, sourcesIn } from './sources.ts';
import { type Edit, leftOut } from './switches.ts';

/** Where the bracket that opens at `at` closes. */
function closing(text: string, at: number): number {
  const pairs: Record<string, string> = { '(': ')', '{': '}', '[': ']' };
  const [open = '', close] = [text[at], pairs[text[at] ?? '']];
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    if (text[place] === open) depth += 1;
    if (text[place] === close) depth -= 1;
    if (depth === 0) return place;
  }
  return text.length;
}

/** `.where('company_id', '=', …)` of the query builder: gone. */
function builderEdits(text: string): Edit[] {
  return [...text.matchAll(/\.where(?:Ref)?\('(?:\w+\.)?company_id', '=', /g)].map(({ index, 0: start }) => {
    const end = closing(text, index + start.indexOf('(')) + 1;
    return { at: index, length: end - index, ...leftOut, what: text.slice(index, end).replaceAll(/\s+/g, ' ') };
  });
}

/** A part of a statement by itself, so that another can stand in its place. */
const alwaysTrue = { before: (isGone: string) => `\${${isGone} ? sql\`true\` : sql\``, after: '`}' };

/** `company_id = …` of a statement: true. */
function statementEdits(text: string): Edit[] {
  return [...text.matchAll(/(?<![\w.=!'])(?:\w+\.)?company_id = (?=\$\{|headwater_company\(\)|\w+\.company_id|any\()/g)].flatMap(
    ({ index, 0: start }) => {
      // `on conflict do update set` is no condition.
      if (/(?:\bset|,)\s*$/.test(text.slice(0, index))) return [];
      const from = index + start.length;
      const [word = ''] = /^(?:headwater_company\(\)|\w+\.company_id)/.exec(text.slice(from)) ?? [];
      const brackets = /^(?:\$\{|any\()/.exec(text.slice(from))?.[0];
      const end = brackets === undefined ? from + word.length : closing(text, from + brackets.length - 1) + 1;
      return [{ at: index, length: end - index, ...alwaysTrue, what: text.slice(index, end).replaceAll(/\s+/g, ' ') }];
    },
  );
}

const asks = `(?:selectFrom|updateTable|deleteFrom|innerJoin|leftJoin)\\('|\\b(?:from|update|join|into) `;

/** The table that the condition at that place is about: that of the name before its column, else the one that is asked last before it. */
function tableAt(text: string, at: number): string | undefined {
  const [, alias] = /^[^\w]*(?:where(?:Ref)?\(')?(\w+)\.company_id/.exec(text.slice(at)) ?? [];
  const [, named] = alias === undefined ? [] : (new RegExp(`(?:${asks})(\\w+) (?:as )?${alias}\\b`).exec(text) ?? []);
  return named ?? alias ?? [...text.slice(0, at).matchAll(new RegExp(`(?:${asks})(\\w+)`, 'g'))].at(-1)?.[1];
}

/** Every condition that says whose the rows are, gone. */
export function predicateMutants(checkout: Scratch): Mutant[] {
  const nouns = nounsOfModules(checkout);
  return sourcesIn(checkout, 'apps/server/src/modules')
    .filter((file) => /\/store(?:\/|\.ts$)|-store\.ts$/.test(file) && moduleOf(file) !== 'demo')
    .flatMap((path) => {
      const text = checkout.read(path);
      return [...builderEdits(text), ...statementEdits(text)].map((edit): Mutant => ({
        kind: 'predicates',
        name: `${path.replace('apps/server/src/', '')}:${lineOf(text, edit.at)} ${edit.what}`,
        edit: { path, ...edit },
        guards: guardsOf(path, nouns),
        table: tableAt(text, edit.at),
      }));
    });
}
