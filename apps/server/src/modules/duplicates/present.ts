import type { DuplicatePair, DuplicateReasonView, DuplicateSide } from '@headwater/contract/duplicates';
import { sortByRecency } from '@headwater/domain/profiles/careers';
import { factsOf } from '@headwater/domain/profiles/duplicates/person-facts';
import type { Actor } from '@headwater/domain/roles';
import { cityName, findProfileCards, findWhole, isAgeProtected, type ProfileCard, type StoredProfile } from '#modules/profiles/public.ts';
import { contactsOfMany, type ListedContact } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';
import type { PairRow } from './store/pairs.ts';

const most = { positions: 4, educations: 3, contacts: 8, links: 6 };

interface Person {
  card: ProfileCard;
  data: StoredProfile;
  contacts: ListedContact[];
}

async function peopleOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Person>> {
  const [cards, whole, contacts] = [await findProfileCards(tx, ids, actor), await findWhole(tx, ids), await contactsOfMany(tx, actor, ids)];
  const dataOf = new Map(whole.map((row) => [row.id, row.data]));
  return new Map(
    cards.flatMap((card) => {
      const data = dataOf.get(card.id);
      return data ? [[card.id, { card, data, contacts: contacts.get(card.id) ?? [] }]] : [];
    }),
  );
}

const sideOf = ({ card, data, contacts }: Person, { language, permissions }: Actor): DuplicateSide => ({
  id: card.id,
  name: card.name,
  picture: card.picture,
  is_own: card.is_own,
  headline: card.headline,
  birthdate: permissions.personal_info && !isAgeProtected(data) ? (data.birthdate_exact ?? null) : null,
  cities: data.locations.map((place) => cityName(place, language)).filter((city) => city !== null),
  positions: sortByRecency(data.positions)
    .slice(0, most.positions)
    .map(({ title, company, start, end }) => ({ title, company: company ?? null, start: start ?? null, end: end ?? null })),
  educations: data.educations.slice(0, most.educations).map(({ institution, end_year: year }) => ({ institution, year: year ?? null })),
  contacts: contacts.slice(0, most.contacts).map(({ type, value, is_open }) => ({ type, value, is_open })),
  links: permissions.personal_info ? data.links.slice(0, most.links).map(({ url }) => url) : [],
  updated_on: data.updated_on ?? null,
});

const nobody = { first_name: '', last_name: '' };

/** The value of a hashed contact, as far as the reader may see it. */
function sharedValue({ data, contacts }: Person, { code, hashes }: { code: string; hashes: ReadonlySet<number> }): string | undefined {
  const readable = contacts
    .filter(({ is_open: isOpen }) => isOpen)
    .map(({ type, value, normalized }) => ({ value, contact: { type, normalized } }));
  const links = data.links.map(({ url }) => ({ value: url, contact: { type: 'link', normalized: url } }));
  return [...readable, ...links].find(({ contact }) =>
    factsOf(nobody, [contact]).contacts.some(([type, hash]) => type === code && hashes.has(hash)),
  )?.value;
}

const contactCodes: readonly string[] = ['email', 'phone', 'account', 'link'];

function reasonsOf(row: PairRow, people: readonly Person[]): DuplicateReasonView[] {
  const hashes = new Set(row.contacts);
  return row.reasons.flatMap(({ code, value }) => {
    if (!contactCodes.includes(code)) return value === undefined ? { code } : { code, value };
    const known = people.map((person) => sharedValue(person, { code, hashes })).find((found) => found !== undefined);
    if (known === undefined) return row.is_read ? { code } : [];
    return { code, value: known };
  });
}

export async function presentPairs(tx: Tx, actor: Actor, rows: readonly PairRow[]): Promise<DuplicatePair[]> {
  const people = await peopleOf(tx, actor, [...new Set(rows.flatMap((row) => [row.low_id, row.high_id]))]);
  return rows.flatMap((row) => {
    const [one, other] = [people.get(row.low_id), people.get(row.high_id)];
    if (!one || !other) return [];
    return [
      {
        profiles: [sideOf(one, actor), sideOf(other, actor)],
        score: row.score,
        reasons: reasonsOf(row, [one, other]),
        found_at: row.found_at.toISOString(),
      },
    ];
  });
}

export async function presentOthers(tx: Tx, actor: Actor, { profileId, rows }: { profileId: number; rows: readonly PairRow[] }) {
  const others = rows.map((row) => ({ row, id: row.low_id === profileId ? row.high_id : row.low_id }));
  const people = await peopleOf(tx, actor, [profileId, ...others.map(({ id }) => id)]);
  const own = people.get(profileId);
  return others.flatMap(({ row, id }) => {
    const person = people.get(id);
    if (!person || !own) return [];
    return [{ id, name: person.card.name, is_own: person.card.is_own, score: row.score, reasons: reasonsOf(row, [own, person]) }];
  });
}
