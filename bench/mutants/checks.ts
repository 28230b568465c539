import { catalogue } from '../../packages/contract/src/errors.ts';
import type { Scratch } from './checkout.ts';
import type { Guard, Mutant } from './mutant.ts';
import { guardsOf, lineOf, nounsOfModules, sourcesIn } from './sources.ts';
import { type Edit, leftOut } from './switches.ts';

const statusOf = (key: string) => (catalogue as Readonly<Record<string, { status: number }>>)[key]?.status ?? 0;
/** What is missing and what nobody may see are told alike: of the former only those that look at a person are meant. */
const looksAtPerson = /\bactor\b|\bmay[A-Z]|\bis(?:Staff|AdminType|AccountManager|HiringManagerLike|Own)|\brole\b|\bvisitor\b/;

/** Whoever would be turned away in the middle of a call is not. */
function refusalEdits(text: string): Edit[] {
  return [...text.matchAll(/\bif \((.+)\) throw new AppError\((?:\w+ \?\? )?'(\w+)'/g)].flatMap(
    ({ index, 1: condition = '', 2: key = '' }) => {
      const isRefusal = [401, 403].includes(statusOf(key)) || (statusOf(key) === 404 && looksAtPerson.test(condition));
      if (!isRefusal) return [];
      return [
        {
          at: index + 'if ('.length,
          length: condition.length,
          before: (isGone) => `!${isGone} && (`,
          after: ')',
          what: `${key}: not asked whether ${condition}`,
        },
      ];
    },
  );
}

/** Conditions of SQL that say who sees what, of one expression or with a body: everybody sees everything. */
function visibilityEdits(text: string): Edit[] {
  return [...text.matchAll(/^export const (\w+) = [^\n]*: RawBuilder<SqlBool> =>\s*(\{)?/gm)].map(
    ({ index, 0: whole, 1: name = '', 2: body }) => ({
      at: index + whole.length,
      length: 0,
      before: (isGone) => (body === undefined ? `${isGone} ? sql\`true\` : ` : ` if (${isGone}) return sql\`true\`;`),
      after: '',
      what: `${name}: everybody`,
    }),
  );
}

/** Of sessions and accounts: those that are over count as well. */
const stateEdits = (text: string): Edit[] =>
  [...text.matchAll(/\.where\('(?:[ucso]\.)?(?:is_active|is_activated|is_verified|deleted_at|expires_at)', '[=>is]+', \w+\)/g)].map(
    ({ index, 0: whole }) => ({
      at: index,
      length: whole.length,
      ...leftOut,
      what: whole,
    }),
  );
const sessions = 'apps/server/src/modules/accounts/session-store.ts';

const gates: Guard[] = [
  { project: 'http', files: ['modules/api-tokens/', 'modules/accounts/impersonation', 'modules/companies/'] },
  { project: 'http', files: ['apps/server/test/access'] },
];

/** What routes look at besides the right of their contract: who acts, whose it is, who made it. */
export function checkMutants(checkout: Scratch): Mutant[] {
  const nouns = nounsOfModules(checkout);
  const files = [...sourcesIn(checkout, 'apps/server/src/modules'), 'apps/server/src/platform/http/guards.ts'];
  return files.flatMap((path) => {
    const text = checkout.read(path);
    const edits = [
      ...refusalEdits(text),
      ...(path.endsWith('/visibility.ts') ? visibilityEdits(text) : []),
      ...(path === sessions ? stateEdits(text) : []),
    ];
    return edits.map((edit): Mutant => ({
      kind: 'checks',
      name: `${path.replace('apps/server/src/', '')}:${lineOf(text, edit.at)} ${edit.what}`,
      edit: { path, ...edit },
      guards: path.includes('/modules/') ? guardsOf(path, nouns) : gates,
    }));
  });
}
