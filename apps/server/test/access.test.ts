import { beforeAll, describe, expect, it } from 'vitest';
import { accessNames, mayAccess } from '@headwater/domain/access';
import { type Actor, isStaff, roles } from '@headwater/domain/roles';
import { findActor } from '../src/modules/accounts/public.ts';
import { callRoute, freshIds, missingId } from './call-route.ts';
import { exampleWith, type Ids, type Route, routes, type Slot, takesFile } from './contract-routes.ts';
import { type Answer, type Caller, useInstallation } from './installation.ts';
import { nothingToFind, type Person, type Side, targets } from './targets.ts';

const cases = routes.map((route) => [route.name, route] as const);

/** What is wrong with the declaration of a route. */
function declarationFaults(route: Route): string[] {
  const { access, targets: named = {} } = route.meta;
  const faults: string[] = [];
  if (!access || !accessNames.includes(access)) faults.push('has no access rule');
  for (const param of route.params) if (!named[param]) faults.push(`has no target for {${param}}`);
  for (const param of Object.keys(named)) if (!route.params.includes(param)) faults.push(`names {${param}}, which is not in its path`);
  for (const { noun } of route.slots) if (!targets[noun]) faults.push(`names "${noun}", of which targets.ts has no fixture`);
  const example = exampleWith(route, new Map(route.slots.map((slot) => [slot, missingId])));
  const params = Object.fromEntries(route.params.map((param) => [param, missingId]));
  const file = takesFile(route) ? { file: new File(['text'], 'a.txt') } : {};
  const input = route.isDetailed ? { params, query: {}, body: example, headers: {} } : { ...params, ...example, ...file };
  for (const issue of route.input?.safeParse(input).error?.issues ?? []) faults.push(`example: ${issue.path.join('.')}: ${issue.message}`);
  return faults;
}

describe.each(cases)('the declaration of %s', (_name, route) => {
  it('says who may call it and what its path names, and shows a valid example', () => {
    expect(declarationFaults(route)).toEqual([]);
  });
});

// Asked more often than anybody may.
const here = useInstallation({ HEADWATER_REQUESTS_PER_MINUTE: '1000000' });

/** Somebody who calls: by role, a worker of an extension company, or a visitor. */
interface Subject {
  name: string;
  person: Person | undefined;
  actor: Actor | undefined;
  /** Of the same company as what is theirs in the test. */
  isInside: boolean;
}

let inside: Side;
let outside: Side;
let subjects: Subject[];

async function makePerson(companyId: number, role: (typeof roles)[number]): Promise<Person> {
  const user = await here.addUser(companyId, role);
  return { user, caller: await here.signIn(user) };
}

beforeAll(async () => {
  // Else the first route that searches would be turned away while the index is made.
  await here.application.search.start();
  const features = { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true, has_api: true };
  const [companyId, otherId] = [await here.addCompany({ features }), await here.addCompany({ features })];
  const people: [string, Person, boolean][] = [];
  for (const role of roles) people.push([role, await makePerson(companyId, role), true]);
  const programmer = await makePerson(companyId, 'worker');
  await here.sql('update users set api_manager = true where id = $1', [programmer.user.id]);
  people.push(['worker with API management', programmer, true]);
  people.push(['extension worker', await makePerson(await here.addCompany({ isExtCompany: true, features }), 'worker'), false]);
  const hiringManager = people.find(([name]) => name === 'hm')?.[1].user;
  inside = { here, companyId, owner: await makePerson(companyId, 'admin'), hiringManager };
  outside = { here, companyId: otherId, owner: await makePerson(otherId, 'admin'), hiringManager: undefined };
  const actorOf = (userId: number) => here.application.database.asSystem((tx) => findActor(tx, userId));
  const known = people.map(async ([name, person, isInside]) => ({ name, person, isInside, actor: await actorOf(person.user.id) }));
  subjects = [...(await Promise.all(known)), { name: 'visitor', person: undefined, actor: undefined, isInside: false }];
});

const seen = ({ status, body }: Answer) => JSON.stringify({ status, body });
const missing = (route: Route): Ids => new Map(route.slots.map((slot) => [slot, missingId]));
const noAccess = JSON.stringify({ status: 403, body: { detail: 'No access', code: 'no_access' } });

interface AccessCase {
  person: Person;
  own: Ids;
  isInside: boolean;
}

/** What whoever asks must not reach stays as it was: one thing for a place of a route serves everybody who asks there. */
const untouched = (make: (slot: Slot) => Promise<number> | undefined) => {
  const made = new Map<Slot, Promise<number> | undefined>();
  return (slot: Slot) => {
    if (!made.has(slot)) made.set(slot, make(slot));
    return made.get(slot);
  };
};
const ownedBy = (side: () => Side) => untouched(({ noun }) => targets[noun]?.make({ side: side(), asker: side().owner, existing: {} }));
const thingOf = { inside: ownedBy(() => inside), outside: ownedBy(() => outside) };
const hiddenThing = untouched(({ noun }) => targets[noun]?.makePrivate?.(inside));

/** To internal staff none of these is foreign. */
const ofStaff: ReadonlySet<string> = new Set([
  'managed_company',
  'anybody',
  'managed_notification',
  'extension_notification',
  'managed_invitation',
  'worker',
  'administrator',
  'hiring_manager',
  'manager',
]);

/** One place of the request names something foreign, then missing, then hidden; all others are own. Returns what is wrong with the answers. */
async function slotFaults(route: Route, slot: Slot, { person, own, isInside }: AccessCase): Promise<string[]> {
  const ask = (id: number) =>
    callRoute(route, person.caller, new Map([...own].map(([other, known]) => [other, other === slot ? id : known])));
  const foreignId = await (isInside ? thingOf.outside : thingOf.inside)(slot);
  const [foreign, none] = [await ask(foreignId ?? missingId), await ask(missingId)];
  const faults: string[] = [];
  const isEverybodys = ofStaff.has(slot.noun) && isStaff(person.user);
  if (!isEverybodys && seen(foreign) !== seen(none))
    faults.push(`a foreign ${slot.noun} answers ${seen(foreign)}, a missing one ${seen(none)}`);
  if (none.status >= 500) faults.push(`a missing ${slot.noun} answers ${none.status}`);
  if (slot.param !== undefined && none.status !== 404) faults.push(`a missing ${slot.noun} answers ${none.status} and not 404`);
  const hiddenId = isInside ? await hiddenThing(slot) : undefined;
  if (hiddenId === undefined) return faults;
  const hidden = seen(await ask(hiddenId));
  // In a list of ids a hidden one may also be passed over as if it were missing.
  const isRight = hidden === noAccess || (slot.param === undefined && hidden === seen(none));
  return isRight ? faults : [...faults, `a hidden ${slot.noun} answers ${hidden}`];
}

/** `found`: somebody got an answer about what is theirs. */
interface Checked {
  faults: string[];
  found: boolean;
}

/** For somebody whom the contract lets in. */
async function checkAllowed(route: Route, person: Person, isInside: boolean): Promise<Checked> {
  // Nothing is made for the worker of the extension company: for them everything here is foreign.
  const own = await freshIds(route, isInside ? inside : outside, isInside ? person : outside.owner);
  const faults: string[] = [];
  for (const slot of route.slots) faults.push(...(await slotFaults(route, slot, { person, own, isInside })));
  const { status } = await callRoute(route, person.caller, own);
  if (status >= 500 || status === 401) faults.push(`own answers ${status}`);
  return { faults, found: isInside && status !== 404 };
}

async function check(route: Route, { person, actor, isInside }: Subject): Promise<Checked> {
  const access = route.meta.access ?? 'public';
  const refused = async (caller: Caller, wanted: number) => {
    const { status } = await callRoute(route, caller, missing(route));
    const isRight = access === 'public' ? status < 500 : status === wanted;
    return { faults: isRight ? [] : [`answers ${status} and not ${wanted}`], found: false };
  };
  if (!person || !actor) return refused(here.visitor(), 401);
  // Signing in and out would end the sessions that the next routes need.
  if (access === 'public') return { faults: [], found: true };
  return mayAccess(access, actor) ? checkAllowed(route, person, isInside) : refused(person.caller, 403);
}

describe.each(cases)('%s', (_name, route) => {
  it('[REQ-040] [ROLE-055] [VAC-054] lets in whom the contract names, and nobody to what is not theirs', async () => {
    const faults: string[] = [];
    let isFound = false;
    for (const subject of subjects) {
      const checked = await check(route, subject);
      faults.push(...checked.faults.map((fault) => `${subject.name}: ${fault}`));
      isFound ||= checked.found;
    }
    // Else the fixtures would prove nothing.
    if (!isFound && !nothingToFind[route.name]) faults.push('nobody finds what is theirs');
    expect(faults).toEqual([]);
  });
});
