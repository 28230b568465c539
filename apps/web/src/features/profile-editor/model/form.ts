import type { ProfileFormValues } from '@headwater/contract/profile-fragments';
import type { FormContact, ProfileChange } from '@headwater/contract/profile-form';
import { isSameValue } from '@headwater/domain/profiles/fragments';

type Keyed<Item> = Item & { key: string };
type Optional<Item> = { [Key in keyof Item]?: Item[Key] | undefined };

/** A contact of the user's company. A new one has no id. */
export type EditedContact = Keyed<{ id?: number | undefined; type: FormContact['type']; value: string; kind?: FormContact['kind'] }>;
type EditedPlace = Keyed<Optional<ProfileFormValues['locations'][number]>>;
export type EditedPosition = Keyed<ProfileFormValues['positions'][number]>;
export type EditedEducation = Keyed<ProfileFormValues['educations'][number]>;
export type EditedSkill = Keyed<ProfileFormValues['skills'][number]>;
export type EditedLanguage = Keyed<ProfileFormValues['languages'][number]>;
type EditedLink = Keyed<{ url: string }>;
export type EditedCourse = Keyed<ProfileFormValues['courses_and_certificates'][number]>;
interface EditedSalary {
  amount: string;
  currency: string;
}

/** List items have a local key that stays the same when they move. */
export interface EditorValues extends Record<string, unknown> {
  first_name: string;
  last_name: string;
  patronymic: string;
  headline: string;
  about: string;
  order_id: string;
  name_latin: string;
  nick: string;
  industry: string;
  gender: string;
  /** 'YYYY-MM-DD' or empty. */
  birthdate_exact: string;
  salary: EditedSalary;
  courses_and_certificates: EditedCourse[];
  interests: string[];
  locations: EditedPlace[];
  positions: EditedPosition[];
  educations: EditedEducation[];
  skills: EditedSkill[];
  languages: EditedLanguage[];
  links: EditedLink[];
  contacts: EditedContact[];
  job_seeking: boolean;
  remote_ready: boolean;
  is_freelancer: boolean;
}

export type EditorList =
  | 'locations'
  | 'positions'
  | 'educations'
  | 'courses_and_certificates'
  | 'skills'
  | 'languages'
  | 'links'
  | 'contacts';

let lastKey = 0;
export const newKey = () => `item-${(lastKey += 1)}`;
const keyed = <Item extends object>(items: readonly Item[]): Keyed<Item>[] => items.map((item) => ({ ...item, key: newKey() }));

const fields = [
  'first_name',
  'last_name',
  'patronymic',
  'headline',
  'about',
  'order_id',
  'name_latin',
  'nick',
  'industry',
  'gender',
  'birthdate_exact',
  'salary',
  'courses_and_certificates',
  'interests',
  'locations',
  'positions',
  'educations',
  'skills',
  'languages',
  'links',
  'job_seeking',
  'remote_ready',
  'is_freelancer',
] as const;
export type EditorField = (typeof fields)[number];

export function toForm(values: Partial<ProfileFormValues>, contacts: readonly Omit<EditedContact, 'key'>[]): EditorValues {
  return {
    first_name: values.first_name ?? '',
    last_name: values.last_name ?? '',
    patronymic: values.patronymic ?? '',
    headline: values.headline ?? '',
    about: values.about ?? '',
    order_id: values.order_id ?? '',
    name_latin: values.name_latin ?? '',
    nick: values.nick ?? '',
    industry: values.industry ?? '',
    gender: values.gender ?? '',
    birthdate_exact: values.birthdate_exact ?? '',
    salary: { amount: values.salary?.amount.toString() ?? '', currency: values.salary?.currency ?? '' },
    courses_and_certificates: keyed(values.courses_and_certificates ?? []),
    interests: values.interests ?? [],
    locations: keyed(values.locations ?? []),
    positions: keyed(values.positions ?? []),
    educations: keyed(values.educations ?? []),
    skills: keyed((values.skills ?? []).filter((skill) => !skill.deleted)),
    languages: keyed(values.languages ?? []),
    links: keyed((values.links ?? []).map(({ url }) => ({ url }))),
    contacts: keyed(contacts),
    job_seeking: values.job_seeking ?? false,
    remote_ready: values.remote_ready ?? false,
    is_freelancer: values.is_freelancer ?? false,
  };
}

const isKeyed = (value: unknown): value is { key: string } => typeof value === 'object' && value !== null && 'key' in value;

const withoutKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => {
        if (!isKeyed(item)) return item;
        const { key: _, ...rest } = item;
        return rest;
      })
    : value;

export const isChanged = (field: EditorField | 'contacts', now: EditorValues, before: EditorValues): boolean =>
  !isSameValue(withoutKeys(now[field]), withoutKeys(before[field]));

/** Returns the text if it is not a number, so that the server reports the error. */
function amountOf(text: string): number | string {
  const amount = Number(text.replaceAll(/\s/g, '').replace(',', '.'));
  return Number.isFinite(amount) ? amount : text;
}

function fieldInput(field: EditorField, values: EditorValues): unknown {
  if (field === 'gender' || field === 'birthdate_exact') return values[field] || null;
  if (field !== 'salary') return withoutKeys(values[field]);
  const { amount, currency } = values.salary;
  return amount.trim() === '' ? null : { amount: amountOf(amount), currency };
}

export function changeOf(now: EditorValues, before: EditorValues): ProfileChange {
  const changed = fields.filter((field) => isChanged(field, now, before));
  return Object.fromEntries(changed.map((field) => [field, fieldInput(field, now)])) as ProfileChange;
}

export function wholeOf(now: EditorValues): ProfileChange {
  const inputs = fields.map((field) => [field, fieldInput(field, now)] as const);
  const filled = inputs.filter(([, value]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(filled) as ProfileChange;
}

const asCall = ({ type, value, kind }: EditedContact): FormContact => ({ type, value, kind });
export const contactsOf = (values: EditorValues): FormContact[] => values.contacts.map(asCall);

/** A changed contact is removed and added again. `places`: form index of each added contact. */
export function contactChangeOf(now: EditorValues, before: EditorValues) {
  const known = new Map(before.contacts.map((contact) => [contact.id, contact]));
  const isSame = (contact: EditedContact) =>
    contact.id !== undefined && isSameValue(asCall(contact), asCall(known.get(contact.id) ?? contact));
  const places = now.contacts.flatMap((contact, index) => (isSame(contact) ? [] : [index]));
  const stays = new Set(now.contacts.filter(isSame).map(({ id }) => id));
  const gone = before.contacts.filter(({ id }) => !stays.has(id));
  return {
    add: places.flatMap((place) => now.contacts[place] ?? []).map(asCall),
    remove: gone.flatMap(({ id }) => id ?? []),
    gone,
    places,
  };
}
