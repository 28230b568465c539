import { allAtsFeatures } from '@headwater/domain/ats/vendors';
import type { Role } from '@headwater/domain/roles';
import { isStaff } from '@headwater/domain/roles';
import { callRoute, freshIds, missingId } from './call-route.ts';
import { type Ids, type Route, type Slot, withExtra } from './contract-routes.ts';
import { changesOf, rowsOfCompany } from './foreign-rows.ts';
import type { Answer, Caller, Installation } from './installation.ts';
import { type ExtraId, extraIds } from './targets/extra-ids.ts';
import type { Person, Side, Target } from './targets/target.ts';
import { ofOnePerson, ofStaff, targets } from './targets/targets.ts';

/** All features, so that no route is refused for a missing one. */
export const allFeatures = {
  has_messaging: true,
  has_sequences: true,
  has_gpt: true,
  has_ats: true,
  has_api: true,
  has_telegram: true,
  ...allAtsFeatures,
};

/** Companies, people and entities of the access tests. */
export interface Scene {
  here: Installation;
  /** The company of the callers. */
  inside: Side;
  /** A company that is inaccessible to callers: its rows must not change. */
  outside: Side;
  /** A third company for entities of other callers. */
  spare: Side;
  /** A colleague, for entities that are private to one person. */
  colleague: Person;
  /** One foreign entity per noun; shared by all routes because it never changes. */
  foreign: ReadonlyMap<Target, number>;
  /** A private entity of the company; undefined for nouns without privacy. One per slot. */
  hidden(slot: Pick<Slot, 'noun'>): Promise<number | undefined>;
  /** A colleague's entity; undefined for nouns that do not belong to one person. */
  personal(noun: Target): Promise<number | undefined>;
  /** Changes to rows of the foreign company and to private rows of the own one. */
  foreignChanges(): Promise<string[]>;
}

export async function makePerson(here: Installation, companyId: number, role: Role): Promise<Person> {
  const user = await here.addUser(companyId, role);
  return { user, caller: await here.signIn(user) };
}

async function makeSide(here: Installation, hiringManager?: Person): Promise<Side> {
  const companyId = hiringManager?.user.companyId ?? (await here.addCompany({ features: allFeatures, limitsHiringManagers: false }));
  // The example call that creates one has a wrong proof of identity.
  await here.sql(
    `insert into scim_tokens (company_id, token_hash, last_four, created_at) values ($1, sha256(int8send($1)), 'test', now())`,
    [companyId],
  );
  return { here, companyId, owner: await makePerson(here, companyId, 'admin'), hiringManager: hiringManager?.user };
}

/** Creates each value once. */
function remembered<Key, Value>(make: (key: Key) => Promise<Value>) {
  const made = new Map<Key, Promise<Value>>();
  return (key: Key): Promise<Value> => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Tables of entities with privacy. */
const hiddenTables: Partial<Record<Target, string>> = {
  vacancy: 'vacancies',
  candidate: 'candidates',
  shortlisted_candidate: 'candidates',
  mailing: 'mailings',
  recipient: 'mailing_recipients',
  template: 'mailing_templates',
  telegram_dialog: 'telegram_dialogs',
};

/** `hiringManager` belongs to the company of the callers. */
export async function openScene(here: Installation, hiringManager: Person): Promise<Scene> {
  // Without an index, the first search route would answer 503.
  await here.application.search.start();
  const [inside, outside, spare] = [await makeSide(here, hiringManager), await makeSide(here), await makeSide(here)];
  const colleague = await makePerson(here, inside.companyId, 'worker');
  const foreign = new Map<Target, number>();
  for (const noun of Object.keys(targets) as Target[]) {
    const id = await targets[noun]?.make({ side: outside, asker: outside.owner, existing: {} });
    if (id !== undefined) foreign.set(noun, id);
  }
  const before = await rowsOfCompany(here, outside.companyId);
  const hiddenRows: { noun: Target; id: number; row: string }[] = [];
  const rowOf = async (noun: Target, id: number) => {
    const [row] = await here.sql<{ line: string }>(`select to_jsonb(r)::text as line from ${hiddenTables[noun]} r where id = $1`, [id]);
    return row?.line ?? 'gone';
  };
  const hidden = remembered(async ({ noun }: Pick<Slot, 'noun'>) => {
    const id = await targets[noun]?.makePrivate?.(inside);
    if (id !== undefined) hiddenRows.push({ noun, id, row: await rowOf(noun, id) });
    return id;
  });
  return {
    here,
    inside,
    outside,
    spare,
    colleague,
    foreign,
    hidden,
    personal: remembered(async (noun: Target) =>
      ofOnePerson.has(noun) ? targets[noun]?.make({ side: inside, asker: colleague, existing: {} }) : undefined,
    ),
    async foreignChanges() {
      const changes = changesOf(before, await rowsOfCompany(here, outside.companyId));
      for (const { noun, id, row } of hiddenRows) {
        const now = await rowOf(noun, id);
        if (now !== row) changes.push(`hidden ${noun} ${id} was ${row} and is ${now}`);
      }
      return changes;
    },
  };
}

export const seen = ({ status, body }: Answer) => JSON.stringify({ status, body });
const hidden = { detail: 'No access', code: 'no_access' };
/** The common error format, and that of the messenger API (TG-071). */
const noAccess: readonly string[] = [hidden, { ...hidden, error: 'no_access', message: 'No access' }].map((body) =>
  JSON.stringify({ status: 403, body }),
);
export const missingIds = (route: Route): Ids => new Map(route.slots.map((slot) => [slot, missingId]));

/** An admitted caller; own entities belong to `person`. */
export interface Asking {
  caller: Caller;
  person: Person;
  /** False: the person belongs to another company, so that all entities are foreign. */
  isInside: boolean;
  /** Skips foreign ids: the checks for the role cover them. */
  isBrief?: boolean;
}

/** Callers of another company get entities in the spare company. */
const ownIds = ({ inside, spare }: Scene, route: Route, { isInside, person }: Asking) =>
  isInside
    ? freshIds(route, person.user.role === 'hm' ? { ...inside, hiringManager: person.user } : inside, person)
    : freshIds(route, spare, spare.owner);

interface AccessCase extends Asking {
  own: Ids;
}

/** A slot of a request, called with an id there and own ids elsewhere. */
interface Place {
  noun: Target;
  /** Path parameters must exist. */
  isPath: boolean;
  hidden(): Promise<number | undefined>;
  ask(id: number): Promise<Answer>;
  /** Uses new own entities each time, if a call changes later responses. */
  askAnew?(id: number): Promise<Answer>;
}

/** Masks numbers that differ on each call. */
const withoutNumbers = (answer: Answer) => seen(answer).replaceAll(/\d{2,}/g, '#');

/** Calls with foreign, missing, private and colleague's ids. Returns faults in the responses. */
async function placeFaults(scene: Scene, place: Place, { person, isInside }: Asking): Promise<string[]> {
  const { noun, isPath, hidden, ask, askAnew } = place;
  const faults: string[] = [];
  const none = await ask(missingId);
  if (none.status >= 500) faults.push(`a missing ${noun} answers ${none.status}`);
  if (isPath && none.status !== 404) faults.push(`a missing ${noun} answers ${none.status} and not 404`);
  const isLikeMissing = async (what: string, id: number) => {
    const answer = seen(await ask(id));
    if (answer === seen(none)) return;
    if (askAnew && withoutNumbers(await askAnew(id)) === withoutNumbers(await askAnew(missingId))) return;
    faults.push(`a ${what} ${noun} answers ${answer}, a missing one ${seen(none)}`);
  };
  // Internal staff may access these.
  if (!(ofStaff.has(noun) && isStaff(person.user))) await isLikeMissing('foreign', scene.foreign.get(noun) ?? missingId);
  if (!isInside) return faults;
  const personalId = await scene.personal(noun);
  if (personalId !== undefined) await isLikeMissing("colleague's", personalId);
  const hiddenId = await hidden();
  if (hiddenId === undefined) return faults;
  const shown = seen(await ask(hiddenId));
  // A list of ids may also ignore a private one like a missing one.
  const isRight = noAccess.includes(shown) || (!isPath && shown === seen(none));
  if (!isRight && askAnew && withoutNumbers(await askAnew(hiddenId)) === withoutNumbers(await askAnew(missingId))) return faults;
  return isRight ? faults : [...faults, `a hidden ${noun} answers ${shown}`];
}

const slotPlace = (scene: Scene, route: Route, { slot, caller, own }: AccessCase & { slot: Slot }): Place => ({
  noun: slot.noun,
  isPath: slot.param !== undefined,
  hidden: () => scene.hidden(slot),
  ask: (id) => callRoute(route, caller, new Map([...own].map(([other, known]) => [other, other === slot ? id : known]))),
});

/** An optional id that is not in the example. */
function extraPlace(scene: Scene, route: Route, { extra, ...asking }: AccessCase & { extra: ExtraId }): Place {
  const ask = (id: number, own: Ids) => callRoute(withExtra(route, extra.field, extra.isList ? [id] : id), asking.caller, own);
  return {
    noun: extra.noun,
    isPath: false,
    hidden: () => scene.hidden(extra),
    ask: (id) => ask(id, asking.own),
    ...(route.method === 'GET' ? {} : { askAnew: async (id: number) => ask(id, await ownIds(scene, route, asking)) }),
  };
}

/** `found`: a caller got a response for their own entity. */
export interface Checked {
  faults: string[];
  found: boolean;
}

/** For admitted callers: replaces every id of the request one by one, then calls with own ids. */
export async function checkAllowed(scene: Scene, route: Route, asking: Asking): Promise<Checked> {
  const own = await ownIds(scene, route, asking);
  const faults: string[] = [];
  for (const slot of route.slots) faults.push(...(await placeFaults(scene, slotPlace(scene, route, { ...asking, own, slot }), asking)));
  for (const extra of asking.isBrief ? [] : extraIds(route)) {
    const place = extraPlace(scene, route, { ...asking, own: await ownIds(scene, route, asking), extra });
    faults.push(...(await placeFaults(scene, place, asking)));
  }
  const { status } = await callRoute(route, asking.caller, own);
  if (status >= 500 || status === 401) faults.push(`own answers ${status}`);
  return { faults, found: asking.isInside && status !== 404 };
}

/** For refused callers; `code`: expected error code. */
export async function checkRefused(route: Route, caller: Caller, { status, code }: { status: number; code?: string }): Promise<string[]> {
  const answer = await callRoute(route, caller, missingIds(route));
  const isRight = answer.status === status && (code === undefined || route.isStream || answer.body?.code === code);
  return isRight ? [] : [`answers ${seen(answer)} and not ${status} ${code ?? ''}`];
}
