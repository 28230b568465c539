import { accessNames } from '../../packages/domain/src/access.ts';
import type { Scratch } from './checkout.ts';
import type { Guard, Mutant } from './mutant.ts';
import { lineOf, sourcesIn } from './sources.ts';
import type { Edit } from './switches.ts';

const unit = (...files: string[]): Guard => ({ project: 'unit', files });

const mutantsOf = (
  checkout: Scratch,
  { kind, path, guards }: Pick<Mutant, 'kind' | 'guards'> & { path: string },
  edits: (text: string) => Edit[],
): Mutant[] => {
  const text = checkout.read(path);
  return edits(text).map((edit) => ({
    kind,
    name: `${path}:${lineOf(text, edit.at)} ${edit.what}`,
    edit: { path, ...edit },
    guards,
  }));
};

/** Roles of a grant become all roles; then each thing that it asks for besides is left out. */
function grantEdits(text: string): Edit[] {
  return [...text.matchAll(/grant\((\w+|\[[^\]]*\])((?:, '\w+')*)\)/g)].flatMap(({ index, 0: whole, 1: roles = '', 2: needs = '' }) => {
    const instead = (grant: string) => ({
      at: index,
      length: whole.length,
      before: (isGone: string) => `${isGone} ? ${grant} : `,
      after: '',
    });
    const wider = { ...instead(`grant(everybody${needs})`), what: `${whole}: all roles` };
    const looser = [...needs.matchAll(/, '\w+'/g)].map(({ 0: need }) => ({
      ...instead(`grant(${roles}${needs.replace(need, '')})`),
      what: `${whole}: without${need.slice(1)}`,
    }));
    return roles === 'everybody' ? looser : [wider, ...looser];
  });
}

/** What a company or a person must have: everybody has it. */
const conditionEdits = (text: string): Edit[] =>
  [...text.matchAll(/^( {2}(\w+): \([^)]*\) => )([^\n]+),$/gm)].map(({ index, 1: start = '', 2: name = '', 3: answer = '' }) => ({
    at: index + start.length,
    length: answer.length,
    before: (isGone) => `${isGone} ? true : (`,
    after: ')',
    what: `${name}: always`,
  }));

/** Questions of one expression: answered yes. */
const questionEdits = (text: string): Edit[] =>
  [...text.matchAll(/^export const ((?:is|may|can|scopes)\w+) = (?:\([^=]*\)|[^=]*)(?:: \w+)? =>\s*(?!\{)/gm)].map(
    ({ index, 0: whole, 1: name = '' }) => ({
      at: index + whole.length,
      length: 0,
      before: (isGone) => `${isGone} ? true : `,
      after: '',
      what: `${name}: always`,
    }),
  );

/** The same with a body. */
const functionEdits = (text: string): Edit[] =>
  [...text.matchAll(/^export function ((?:is|may|can)\w+)\(.*\): boolean \{\n/gm)].map(({ index, 0: whole, 1: name = '' }) => ({
    at: index + whole.length,
    length: 0,
    before: (isGone) => `if (${isGone}) return true;`,
    after: '',
    what: `${name}: always`,
  }));

/** The table of rights, and the questions of the domain about people. */
export function rightMutants(checkout: Scratch): Mutant[] {
  const rights = [unit('packages/domain/src/rights.test.ts', 'packages/domain/src/roles.test.ts')];
  const roles = { kind: 'rights', path: 'packages/domain/src/roles.ts', guards: rights } as const;
  const scopes: Guard[] = [{ project: 'http', files: ['modules/api-tokens/'] }];
  const messages: Guard[] = [
    unit('packages/domain/src/outreach/'),
    { project: 'http', files: ['modules/messaging/campaigns/', 'modules/messaging/templates/', 'modules/messaging/messages/'] },
  ];
  return [
    ...mutantsOf(checkout, { ...roles, path: 'packages/domain/src/rights.ts' }, (text) => [...grantEdits(text), ...conditionEdits(text)]),
    ...mutantsOf(checkout, roles, (text) => [...questionEdits(text), ...functionEdits(text)]),
    ...mutantsOf(checkout, { ...roles, path: 'packages/domain/src/access.ts' }, functionEdits),
    ...mutantsOf(checkout, { ...roles, path: 'packages/domain/src/api-scopes.ts', guards: scopes }, questionEdits),
    ...mutantsOf(
      checkout,
      {
        ...roles,
        path: 'packages/domain/src/vacancies/access.ts',
        guards: [
          unit('packages/domain/src/vacancies/access.test.ts'),
          { project: 'http', files: ['modules/messaging/messages/visibility'] },
        ],
      },
      functionEdits,
    ),
    ...['mailings', 'templates'].flatMap((name) =>
      mutantsOf(checkout, { ...roles, path: `packages/domain/src/outreach/${name}.ts`, guards: messages }, questionEdits),
    ),
    ...mutantsOf(
      checkout,
      {
        ...roles,
        path: 'packages/domain/src/companies/people.ts',
        guards: [{ project: 'http', files: ['modules/employees/', 'modules/companies/'] }],
      },
      questionEdits,
    ),
  ];
}

/** Who may call a route: everybody who is signed in, and where it is them already, everybody. */
function routeEdits(text: string): Edit[] {
  const rights = [...text.matchAll(/\b(access|reads|edits|manages): '(\w+)'/g)].flatMap(
    ({ index, 0: whole, 1: field = '', 2: access = '' }) => {
      if (access === 'public' || !(accessNames as readonly string[]).includes(access)) return [];
      const wider = access === 'signed_in' ? 'public' : 'signed_in';
      return [
        {
          at: index + `${field}: `.length,
          length: `'${access}'`.length,
          before: (isGone: string) => `${isGone} ? '${wider}' : `,
          after: '',
          what: `${whole}: ${wider}`,
        },
      ];
    },
  );
  const besides = [...text.matchAll(/\b(personal|csrf): true/g)].map(({ index, 1: field = '' }) => ({
    at: index + `${field}: `.length,
    length: 'true'.length,
    before: (isGone: string) => `!${isGone} && `,
    after: '',
    what: `${field}: not asked for`,
  }));
  return [...rights, ...besides];
}

export const routeMutants = (checkout: Scratch): Mutant[] =>
  sourcesIn(checkout, 'packages/contract/src')
    .filter((path) => !path.endsWith('/route.ts'))
    .flatMap((path) =>
      mutantsOf(checkout, { kind: 'routes', path, guards: [unit('packages/contract/src/route-access.test.ts')] }, routeEdits),
    );
