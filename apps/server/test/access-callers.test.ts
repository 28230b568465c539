import { beforeAll, describe, expect, it } from 'vitest';
import { mayAccess } from '@headwater/domain/access';
import type { Actor, Role } from '@headwater/domain/roles';
import { sampleOf } from '@headwater/domain/testing/sample';
import { findActor } from '../src/modules/accounts/public.ts';
import { allFeatures, checkAllowed, checkRefused, makePerson, missingIds, openScene, type Scene, seen } from './access-scene.ts';
import { callRoute } from './call-route.ts';
import { type Route, routes } from './contract-routes.ts';
import { type Caller, password, useInstallation } from './installation.ts';
import type { Person } from './targets/target.ts';
import { addProfiles } from './vacancy-fixtures.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9', HEADWATER_REQUESTS_PER_MINUTE: '1000000' });
const closed = routes.filter(({ meta }) => meta.access !== 'public').map((route) => [route.name, route] as const);

/** Actions that staff may not take while they act as a user. */
const personal =
  /^(?:security\.|ownAddress\.(?:ask|find|confirm)$|passwords\.change$|employees\.(?:create(?:Admin|Manager)|switchWorker|moveAdmin)$|impersonation\.logInAs|apiTokens\.(?:create|revoke|generate)|scim\.(?:(?:create|revoke)Token|save)$|sso\.(?:create|save|verifyDomains)$|socialSignIn\.connect$|notices\.(?:list|add|remove)Browsers?$|systemNotifications\.(?:markRead|hide)$)/;
/** Actions that remain without a license: status, language, and account security. */
const unlicensed =
  /^(?:accounts\.(?:me|status|saveSettings)$|impersonation\.return$|systemNotifications\.(?:markRead|hide)$|passwords\.change$|socialSignIn\.connect$|security\.|ownAddress\.)/;

/** Staff who act as a user. */
interface Substitute {
  name: string;
  target: Person;
  actor: Actor;
  caller: Caller;
}

/** A person without access; `code`: the expected reason if they have an account. */
interface Outsider {
  name: string;
  caller: Caller;
  isUnlicensed?: boolean;
}

let scene: Scene;
let staffCompany: number;
let superUser: Person;
let substitutes: Substitute[];
let outsiders: Outsider[];

const actAs = async (caller: Caller, id: number) => {
  const { status, body } = await caller.post(`/api/internal/users/${id}/login_as/`);
  if (status !== 200) throw new Error(`nobody is acted as: ${status} ${JSON.stringify(body)}`);
};

async function makeSubstitute(target: Person): Promise<Substitute> {
  const caller = await here.signIn(superUser.user);
  await actAs(caller, target.user.id);
  const actor = await here.application.database.asSystem((tx) => findActor(tx, target.user.id));
  if (!actor) throw new Error('nobody is acted as');
  return { name: `staff as ${target.user.role}`, target, actor, caller };
}

/** Creates a person with a session and a token in a new company, then applies the change. */
async function makeFormerPerson(name: string, change: (person: Person) => Promise<unknown>, role: Role = 'admin'): Promise<Outsider[]> {
  const person = await makePerson(here, await here.addCompany({ features: allFeatures, limitsHiringManagers: false }), role);
  await here.sql('update users set api_manager = true where id = $1', [person.user.id]);
  const { body } = await person.caller.post('/api/access_token/', { password });
  const changed = await change(person);
  if (typeof changed === 'object' && changed !== null && 'status' in changed && changed.status !== 200)
    throw new Error(`${name}: ${JSON.stringify(changed)}`);
  return [
    { name, caller: person.caller },
    { name: `${name}, with a token`, caller: here.program(body.access_token) },
  ];
}

const company = (change: string) => (person: Person) => here.sql(`update companies set ${change} where id = $1`, [person.user.companyId]);

/**
 * Invited people have no session, so the test inserts one. An administrator creates their token.
 */
async function makeInvited(): Promise<Outsider[]> {
  const admin = scene.spare.owner.caller;
  const { body: invitation } = await admin.post('/api/v6/invitations/', { email: 'never-came@example.test', role: 'worker' });
  const [row] = await here.sql<{ id: number }>(`select user_id as id from invitations where id = $1`, [invitation.id]);
  await here.sql(
    `insert into sessions (token_hash, company_id, user_id, expires_at)
     values (sha256('of nobody'::bytea), $1, $2, now() + interval '1 day')`,
    [scene.spare.companyId, row?.id],
  );
  await here.sql(
    `insert into api_tokens (user_id, company_id, token_hash, last_four, scopes, created_at)
     values ($1, $2, sha256('hwt_of_nobody'::bytea), 'body', '{everything}', now())`,
    [row?.id, scene.spare.companyId],
  );
  return [
    { name: 'invited, with a session', caller: here.withSession('of nobody') },
    { name: 'invited, with a token', caller: here.program('hwt_of_nobody') },
  ];
}

async function makeLinkHolders(): Promise<Outsider[]> {
  const [profile] = await addProfiles(here, 1, { companyId: scene.inside.companyId });
  const { body } = await scene.inside.owner.caller.post(`/api/profiles/${profile}/links/`, {});
  return [
    { name: 'the secret of a link as a session', caller: here.withSession(body.hash) },
    { name: 'the secret of a link as a token', caller: here.program(body.hash) },
  ];
}

beforeAll(async () => {
  staffCompany = await here.addCompany({ name: 'Staff', features: allFeatures, limitsHiringManagers: false });
  superUser = await makePerson(here, staffCompany, 'super_user');
  const companyId = await here.addCompany({ features: allFeatures, limitsHiringManagers: false });
  const hiringManager = await makePerson(here, companyId, 'hm');
  scene = await openScene(here, hiringManager);
  const worker = await makePerson(here, companyId, 'worker');
  substitutes = [];
  for (const target of [worker, hiringManager, await makePerson(here, companyId, 'admin')]) substitutes.push(await makeSubstitute(target));
  const staff = superUser.caller;
  const [switched] = await makeFormerPerson(
    'of another role by now',
    ({ user }) => staff.patch(`/api/v6/workers/${user.id}/switch/`),
    'worker',
  );
  const unlicensedOnes = [
    ...(await makeFormerPerson('of a blocked company', company('is_active = false'))),
    ...(await makeFormerPerson('of an expired company', company(`paid_till = now() - interval '1 year'`))),
  ];
  outsiders = [
    ...(await makeFormerPerson('switched off', ({ user }) => staff.patch(`/api/v6/workers/${user.id}/`, { is_active: false }), 'worker')),
    ...(await makeFormerPerson('deleted', ({ user }) => staff.delete(`/api/v6/workers/${user.id}/`), 'worker')),
    ...(await makeFormerPerson('moved', ({ user }) => staff.post(`/api/v6/workers/${user.id}/move/`, { company_id: companyId }), 'worker')),
    ...(await makeFormerPerson('of a deleted company', company('deleted_at = now()'))),
    ...(switched ? [switched] : []),
    ...unlicensedOnes.map((one) => ({ ...one, isUnlicensed: true })),
    ...(await makeInvited()),
    ...(await makeLinkHolders()),
  ];
}, 180_000);

async function checkSubstitute(route: Route, { target, actor, caller }: Substitute): Promise<string[]> {
  if (!mayAccess(route.meta.access ?? 'public', actor)) return checkRefused(route, caller, { status: 403 });
  if (personal.test(route.name)) return checkRefused(route, caller, { status: 403, code: 'not_while_acting' });
  const { faults } = await checkAllowed(scene, route, { caller, person: target, isInside: true, isBrief: true });
  if (route.name === 'impersonation.return') await actAs(caller, target.user.id);
  return faults;
}

async function checkOutsider(route: Route, { name, caller, isUnlicensed }: Outsider): Promise<string[]> {
  if (!isUnlicensed) return checkRefused(route, caller, { status: 401 });
  const isToken = name.endsWith('token');
  if (isToken || !unlicensed.test(route.name)) return checkRefused(route, caller, { status: 403, code: 'license_inactive' });
  const answer = await callRoute(route, caller, missingIds(route));
  const isRight = answer.status < 500 && answer.status !== 401 && answer.body?.code !== 'license_inactive';
  return isRight ? [] : [`answers ${seen(answer)}`];
}

// Staff who act as a user pass the same checks as that user, whom access.test.ts covers on every
// route.
describe.each(sampleOf(closed, Math.ceil(closed.length / 3), 'substitutes'))('%s', (_name, route) => {
  it('[ROLE-033] admits staff who act for a user with the rights of that user only', async () => {
    const faults: string[] = [];
    for (const one of sampleOf(substitutes, 1, route.name))
      faults.push(...(await checkSubstitute(route, one)).map((fault) => `${one.name}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

describe.each(sampleOf(closed, Math.ceil(closed.length / 2), 'outsiders'))('%s', (_name, route) => {
  it('[ACC-023] [ACC-055] [API-010] [EMP-033] rejects people without access: ended, or never granted', async () => {
    const faults: string[] = [];
    for (const one of sampleOf(outsiders, 1, route.name))
      faults.push(...(await checkOutsider(route, one)).map((fault) => `${one.name}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

const share = async (profile: number | undefined, caller: Caller) =>
  (await caller.post(`/api/profiles/${profile}/links/`, {})).body as { id: number; hash: string };

describe('a shared link', () => {
  it('[PEDT-028] [PEDT-029] opens its profile only, with the same response for all others', async () => {
    const { inside, outside } = scene;
    const [own, other] = await addProfiles(here, 2, { companyId: inside.companyId });
    const [foreign] = await addProfiles(here, 1, { companyId: scene.spare.companyId });
    const [mine, second, theirs] = [
      await share(own, inside.owner.caller),
      await share(other, inside.owner.caller),
      await share(foreign, scene.spare.owner.caller),
    ];
    const open = (profile: number | undefined, hash: string | number) => here.visitor().get(`/api/profiles/${profile}/links/${hash}/`);
    expect((await open(own, mine.hash)).body).toMatchObject({ doc_id: own });
    const missing = seen(await open(987_654_321, mine.hash));
    expect(missing).toContain('404');
    const swapped: [number | undefined, string | number][] = [
      [other, mine.hash],
      [foreign, mine.hash],
      [scene.foreign.get('profile'), mine.hash],
      [own, second.hash],
      [own, theirs.hash],
      [own, mine.id],
      [own, 'never-made'],
    ];
    for (const [profile, hash] of swapped) expect([profile, hash, seen(await open(profile, hash))]).toEqual([profile, hash, missing]);
    await inside.owner.caller.delete(`/api/v6/profile_links/${mine.id}/`);
    expect(seen(await open(own, mine.hash))).toBe(missing);
    expect(outside.companyId).not.toBe(inside.companyId);
  });
});

describe('after all routes', () => {
  it('[REQ-040] no row of another company and no hidden row has changed', async () => {
    expect(await scene.foreignChanges()).toEqual([]);
  });
});
