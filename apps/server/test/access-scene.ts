import type { Role } from '@headwater/domain/roles';
import { isStaff } from '@headwater/domain/roles';
import { callRoute, freshIds, missingId } from './call-route.ts';
import { type Ids, type Route, type Slot, withExtra } from './contract-routes.ts';
import { changesOf, rowsOfCompany } from './foreign-rows.ts';
import type { Answer, Caller, Installation } from './installation.ts';
import { type ExtraId, extraIds } from './targets/extra-ids.ts';
import type { Person, Side, Target } from './targets/target.ts';
import { ofOnePerson, ofStaff, targets } from './targets/targets.ts';

/** All that a company can have, so that nothing is refused for want of it. */
export const allFeatures = { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true, has_api: true, has_telegram: true };

/** Where whoever calls is, whom nobody may reach, and what of whom must not be reached. */
export interface Scene {
  here: Installation;
  /** The company of whoever calls. */
  inside: Side;
  /** A company that nobody here may reach: its rows stay as they are. */
  outside: Side;
  /** What is made for those who call from elsewhere lies in a third company. */
  spare: Side;
  /** Somebody of the company whose own things nobody else may have. */
  colleague: Person;
  /** One foreign thing of each noun; it never changes, so one serves all routes. */
  foreign: ReadonlyMap<Target, number>;
  /** Something of the company that is for its owner alone; undefined for nouns without privacy. One for each place. */
  hidden(slot: Pick<Slot, 'noun'>): Promise<number | undefined>;
  /** A colleague's own thing; undefined for nouns that are not one person's. */
  personal(noun: Target): Promise<number | undefined>;
  /** How rows of the foreign company, and those hidden in the own one, are other than at the beginning. */
  foreignChanges(): Promise<string[]>;
}

export async function makePerson(here: Installation, companyId: number, role: Role): Promise<Person> {
  const user = await here.addUser(companyId, role);
  return { user, caller: await here.signIn(user) };
}

async function makeSide(here: Installation, hiringManager?: Person): Promise<Side> {
  const companyId = hiringManager?.user.companyId ?? (await here.addCompany({ features: allFeatures, limitsHiringManagers: false }));
  return { here, companyId, owner: await makePerson(here, companyId, 'admin'), hiringManager: hiringManager?.user };
}

/** Each is made at most once. */
function remembered<Key, Value>(make: (key: Key) => Promise<Value>) {
  const made = new Map<Key, Promise<Value>>();
  return (key: Key): Promise<Value> => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Tables of what is hidden within a company. */
const hiddenTables: Partial<Record<Target, string>> = {
  vacancy: 'vacancies',
  candidate: 'candidates',
  mailing: 'mailings',
  recipient: 'mailing_recipients',
  template: 'mailing_templates',
  telegram_dialog: 'telegram_dialogs',
};

/** `hiringManager`: the company of whoever calls is theirs. */
export async function openScene(here: Installation, hiringManager: Person): Promise<Scene> {
  // Else the first route that searches would be turned away while the index is made.
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
/** As every call says it, and as those of the messenger do (TG-071). */
const noAccess: readonly string[] = [hidden, { ...hidden, error: 'no_access', message: 'No access' }].map((body) =>
  JSON.stringify({ status: 403, body }),
);
export const missingIds = (route: Route): Ids => new Map(route.slots.map((slot) => [slot, missingId]));

/** Somebody whom the route lets in: `caller` asks, what is own is `person`'s. */
export interface Asking {
  caller: Caller;
  person: Person;
  /** Of the company of the test; else everything there is foreign to them. */
  isInside: boolean;
  /** Asks with the ids of the example alone: what others may be given is the same for the role. */
  isBrief?: boolean;
}

/** Nothing is made in the own company for who is of another one: for them everything there is foreign. */
const ownIds = ({ inside, spare }: Scene, route: Route, { isInside, person }: Asking) =>
  isInside
    ? freshIds(route, person.user.role === 'hm' ? { ...inside, hiringManager: person.user } : inside, person)
    : freshIds(route, spare, spare.owner);

interface AccessCase extends Asking {
  own: Ids;
}

/** One place of a request, and how it is asked with an id there while all others are own. */
interface Place {
  noun: Target;
  /** Parameters of the path must be found. */
  isPath: boolean;
  hidden(): Promise<number | undefined>;
  ask(id: number): Promise<Answer>;
  /** The same with own things that are new, where asking once changes what is answered next. */
  askAnew?(id: number): Promise<Answer>;
}

/** Without the numbers of what is new each time. */
const withoutNumbers = (answer: Answer) => seen(answer).replaceAll(/\d{2,}/g, '#');

/** Names something foreign, then missing, hidden and a colleague's own. Returns what is wrong with the answers. */
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
  // To internal staff these are not foreign.
  if (!(ofStaff.has(noun) && isStaff(person.user))) await isLikeMissing('foreign', scene.foreign.get(noun) ?? missingId);
  if (!isInside) return faults;
  const personalId = await scene.personal(noun);
  if (personalId !== undefined) await isLikeMissing("colleague's", personalId);
  const hiddenId = await hidden();
  if (hiddenId === undefined) return faults;
  const shown = seen(await ask(hiddenId));
  // In a list of ids a hidden one may also be passed over as if it were missing.
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

/** An id that may be given besides what the example shows. */
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

/** `found`: somebody got an answer about what is theirs. */
export interface Checked {
  faults: string[];
  found: boolean;
}

/** For somebody whom the contract lets in: every id of the request is swapped, one at a time, and at last all are own. */
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

/** For somebody whom the route turns away; `code`: with which words of the catalogue. */
export async function checkRefused(route: Route, caller: Caller, { status, code }: { status: number; code?: string }): Promise<string[]> {
  const answer = await callRoute(route, caller, missingIds(route));
  const isRight = answer.status === status && (code === undefined || route.isStream || answer.body?.code === code);
  return isRight ? [] : [`answers ${seen(answer)} and not ${status} ${code ?? ''}`];
}
