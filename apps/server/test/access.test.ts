import { beforeAll, describe, expect, it } from 'vitest';
import { accessNames, mayAccess } from '@headwater/domain/access';
import { type Actor, roles } from '@headwater/domain/roles';
import { sampleOf } from '@headwater/domain/testing/sample';
import { findActor } from '../src/modules/accounts/public.ts';
import { allFeatures, checkAllowed, checkRefused, type Checked, makePerson, missingIds, openScene, type Scene } from './access-scene.ts';
import { callRoute, freshIds, missingId } from './call-route.ts';
import { exampleWith, type Route, routes, takesFile } from './contract-routes.ts';
import { type Caller, useInstallation } from './installation.ts';
import { unknownIds } from './targets/extra-ids.ts';
import type { Person } from './targets/target.ts';
import { nothingToFind, targets } from './targets/targets.ts';

const cases = routes.map((route) => [route.name, route] as const);

/** Lists mistakes in the declaration of a route. */
function declarationFaults(route: Route): string[] {
  const { access, targets: named = {} } = route.meta;
  const faults: string[] = [];
  if (!access || !accessNames.includes(access)) faults.push('has no access rule');
  for (const param of route.params) if (!named[param]) faults.push(`has no target for {${param}}`);
  for (const param of Object.keys(named)) if (!route.params.includes(param)) faults.push(`names {${param}}, which is not in its path`);
  for (const { noun } of route.slots) if (!targets[noun]) faults.push(`names "${noun}", of which targets/ has no fixture`);
  for (const field of unknownIds(route)) faults.push(`takes "${field}", of which targets/extra-ids.ts does not say what it names`);
  const example = exampleWith(route, new Map(route.slots.map((slot) => [slot, missingId])));
  const params = Object.fromEntries(route.params.map((param) => [param, missingId]));
  const file = takesFile(route) ? { file: new File(['text'], 'a.txt') } : {};
  const input = route.isDetailed ? { params, query: {}, body: example, headers: {} } : { ...params, ...example, ...file };
  for (const issue of route.input?.safeParse(input).error?.issues ?? []) faults.push(`example: ${issue.path.join('.')}: ${issue.message}`);
  return faults;
}

describe.each(cases)('the declaration of %s', (_name, route) => {
  it('names its access and the nouns of its path, and has a valid example', () => {
    expect(declarationFaults(route)).toEqual([]);
  });
});

const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

/** A caller of each role, a worker of an extension company, or a visitor. */
interface Subject {
  name: string;
  person: Person | undefined;
  actor: Actor | undefined;
  /** Belongs to the company that owns the entities of the test. */
  isInside: boolean;
}

let scene: Scene;
let subjects: Subject[];

beforeAll(async () => {
  const companyId = await here.addCompany({ features: allFeatures, limitsHiringManagers: false });
  const people: [string, Person, boolean][] = [];
  for (const role of roles) people.push([role, await makePerson(here, companyId, role), true]);
  const programmer = await makePerson(here, companyId, 'worker');
  await here.sql('update users set api_manager = true where id = $1', [programmer.user.id]);
  people.push(['worker with API management', programmer, true]);
  const holder = await makePerson(here, companyId, 'admin');
  await here.sql('update users set holds_staff_rights = true where id = $1', [holder.user.id]);
  people.push(['administrator with staff rights', { ...holder, user: { ...holder.user, holdsStaffRights: true } }, true]);
  const extension = await here.addCompany({ isExtCompany: true, features: allFeatures, limitsHiringManagers: false });
  people.push(['extension worker', await makePerson(here, extension, 'worker'), false]);
  const hiringManager = people.find(([name]) => name === 'hm')?.[1];
  if (!hiringManager) throw new Error('there is no hiring manager');
  scene = await openScene(here, hiringManager);
  // The example of profileReports.resolve references the first report.
  const report = routes.find(({ name }) => name === 'profileReports.send');
  const { inside } = scene;
  if (report) await callRoute(report, inside.owner.caller, await freshIds(report, inside, inside.owner));
  const actorOf = (userId: number) => here.application.database.asSystem((tx) => findActor(tx, userId));
  const known = people.map(async ([name, person, isInside]) => ({ name, person, isInside, actor: await actorOf(person.user.id) }));
  subjects = [...(await Promise.all(known)), { name: 'visitor', person: undefined, actor: undefined, isInside: false }];
}, 180_000);

async function check(route: Route, { person, actor, isInside }: Subject): Promise<Checked> {
  const access = route.meta.access ?? 'public';
  const refused = async (caller: Caller, status: number) => ({ faults: await checkRefused(route, caller, { status }), found: false });
  if (!person || !actor) {
    if (access !== 'public') return refused(here.visitor(), 401);
    const { status } = await callRoute(route, here.visitor(), missingIds(route));
    return { faults: status < 500 ? [] : [`answers ${status}`], found: true };
  }
  return mayAccess(access, actor) ? checkAllowed(scene, route, { caller: person.caller, person, isInside }) : refused(person.caller, 403);
}

/** A refused and an admitted subject; proofs use all subjects. */
function sampleFor(route: Route): Subject[] {
  // Only the visitor calls public routes: signing in and out would end sessions of later routes.
  if ((route.meta.access ?? 'public') === 'public') return subjects.filter(({ person }) => !person);
  const mayCall = ({ actor }: Subject) => mayAccess(route.meta.access ?? 'public', actor);
  const refused = subjects.filter((subject) => !mayCall(subject));
  return [...sampleOf(refused, 1, route.name), ...sampleOf(subjects.filter(mayCall), 1, route.name)];
}

describe.each(cases)('%s', (_name, route) => {
  it('[REQ-040] [ROLE-055] [VAC-054] admits the declared roles, and shows no foreign data', async () => {
    const faults: string[] = [];
    let isFound = nothingToFind[route.name] !== undefined;
    const examine = async (subject: Subject) => {
      const checked = await check(route, subject);
      faults.push(...checked.faults.map((fault) => `${subject.name}: ${fault}`));
      isFound ||= checked.found;
    };
    const sample = sampleFor(route);
    for (const subject of sample) await examine(subject);
    // The sampled role may own no such entity. The test requires a role that finds its own.
    for (const subject of subjects) if (!isFound && !sample.includes(subject)) await examine(subject);
    if (!isFound) faults.push('no role finds its own things');
    expect(faults).toEqual([]);
  });
});

describe('after all routes', () => {
  it('[REQ-040] no row of another company and no hidden row has changed', async () => {
    expect(await scene.foreignChanges()).toEqual([]);
  });
});
