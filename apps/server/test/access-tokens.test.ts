import { beforeAll, describe, expect, it } from 'vitest';
import { mayAccess } from '@headwater/domain/access';
import { type ApiArea, apiAreas, apiScopes, type ApiScope } from '@headwater/domain/api-scopes';
import type { Actor, Role } from '@headwater/domain/roles';
import { sampleOf } from '@headwater/domain/testing/sample';
import { findActor } from '../src/modules/accounts/public.ts';
import { allFeatures, checkAllowed, checkRefused, makePerson, openScene, type Scene } from './access-scene.ts';
import { type Route, routes } from './contract-routes.ts';
import { type Caller, password, useInstallation } from './installation.ts';
import type { Person } from './targets/target.ts';

/**
 * The nouns of each area. Repeats the contract, so that a route cannot change its area unnoticed.
 */
const nounsOfArea: Readonly<Record<ApiArea, string>> = {
  search: 'aiSearch marketInsights savedQueries search searchHistory smartFolders',
  profiles:
    'atsImports duplicates enrichment files privacy profileCreation profileEnrichment profileEvents profileFragments profileLinks profileLookups profileMerges profileReports profiles tableImports tags',
  vacancies:
    'ats candidateExport candidateTasks candidates comments fitNotes rejectionReasons shortlists statuses vacancies vacancyDescriptions',
  messaging:
    'deliverability llmMailings mailServices mailings messageGeneration messagingSettings messagingStatistics mixmax inbox outreach sendingLimits sequences suppressions telegramAccounts telegramDialogs templates',
  company:
    'accounts activeUsers apiTokens apiUsage audit bannedLinks companies companyExports credits employees events extensionNotifications hiringManagerSettings impersonation installation invitations jobs notices ownAddress passwords quotas registration scim security setup socialSignIn sso statistics statisticsAlerts statisticsViews systemNotifications usageEvents',
};
const nounOf = ({ name }: Route) => name.split('.', 1)[0] ?? '';
const areaOf = (route: Route) => apiAreas.find((area) => nounsOfArea[area].split(' ').includes(nounOf(route)));
/** A GET with a CSRF token has side effects, so it is not a read. */
const reads = ({ method, meta }: Route) => method === 'GET' && !meta.csrf;

/** Actions that require a browser. */
const alone =
  /^(?:security\.|companyExports\.|ownAddress\.(?:ask|find|confirm)$|passwords\.change$|employees\.(?:create(?:Admin|Manager)|switchWorker|moveAdmin)$|impersonation\.logInAs|apiTokens\.(?:create|revoke|generate)|invitations\.link$|scim\.(?:(?:create|revoke)Token|save)$|sso\.(?:create|save|verifyDomains)$|socialSignIn\.connect$|notices\.(?:list|add|remove)Browsers?$)/;

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

interface Program {
  name: string;
  scope: ApiScope;
  person: Person;
  actor: Actor;
  caller: Caller;
}

let scene: Scene;
let programs: Program[];

async function makeProgram(companyId: number, role: Role, scope: ApiScope): Promise<Program> {
  const person = await makePerson(here, companyId, role);
  await here.sql('update users set api_manager = true where id = $1', [person.user.id]);
  const { status, body } = await person.caller.post('/api/access_token/', { scopes: [scope], password });
  const actor = await here.application.database.asSystem((tx) => findActor(tx, person.user.id));
  if (status !== 200 || !actor) throw new Error(`there is no token: ${JSON.stringify(body)}`);
  return { name: `${role}'s token for ${scope}`, scope, person, actor, caller: here.program(body.access_token) };
}

beforeAll(async () => {
  const companyId = await here.addCompany({ features: allFeatures, limitsHiringManagers: false });
  scene = await openScene(here, await makePerson(here, companyId, 'hm'));
  programs = [];
  for (const scope of apiScopes) programs.push(await makeProgram(companyId, 'admin', scope));
  for (const role of ['worker', 'hm', 'super_user'] as const) programs.push(await makeProgram(companyId, role, 'everything'));
}, 180_000);

const covers = (scope: ApiScope, route: Route) =>
  scope === 'everything' || scope === `${areaOf(route)}:write` || (reads(route) && scope === `${areaOf(route)}:read`);

/** The refusal of a program, or undefined if the route admits it. */
function refusalOf(route: Route, { scope, actor }: Program): { status: number; code?: string } | undefined {
  if (!mayAccess(route.meta.access ?? 'public', actor)) return { status: 403 };
  if (alone.test(route.name)) return { status: 403, code: 'not_with_token' };
  return covers(scope, route) ? undefined : { status: 403, code: 'token_scope' };
}

async function check(route: Route, program: Program): Promise<string[]> {
  const { caller, person } = program;
  const refusal = refusalOf(route, program);
  if (refusal) return checkRefused(route, caller, refusal);
  return (await checkAllowed(scene, route, { caller, person, isInside: true, isBrief: true })).faults;
}

const closed = routes.filter(({ meta }) => meta.access !== 'public');
/** Admitted programs pass the same checks as people, whom access.test.ts covers on every route. */
const admitting = new Set(sampleOf(closed, Math.ceil(closed.length / 3), 'admitted programs'));

/** A refused program and, on a third of the routes, an admitted one. Proofs use all programs. */
function sampleFor(route: Route): Program[] {
  const refused = programs.filter((program) => refusalOf(route, program));
  const admitted = admitting.has(route) ? programs.filter((program) => !refusalOf(route, program)) : [];
  return [...sampleOf(refused, 1, route.name), ...sampleOf(admitted, 1, route.name)];
}

describe.each(closed.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  it('[API-010] admits tokens for its area with the rights of their user, and shows no foreign data', async () => {
    const faults: string[] = [];
    for (const program of sampleFor(route)) faults.push(...(await check(route, program)).map((fault) => `${program.name}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

describe('areas', () => {
  it('[API-010] hold each noun of the contract once', () => {
    const nouns = Object.values(nounsOfArea).flatMap((names) => names.split(' '));
    expect(nouns.toSorted()).toEqual([...new Set(routes.map(nounOf))].toSorted());
  });
});

describe('after all routes', () => {
  it('[API-010] no row of another company and no hidden row has changed', async () => {
    expect(await scene.foreignChanges()).toEqual([]);
  });
});
