import { invalid } from './protocol/error.ts';
import type { Filter } from './protocol/filter.ts';
import { fits } from './protocol/match.ts';
import { attributeName } from './protocol/names.ts';
import type { Operation } from './protocol/operations.ts';
import { isObject, listOf, textOf } from './protocol/values.ts';

export interface GroupDraft {
  displayName: string;
  externalId: string;
  /** User ids. */
  members: ReadonlySet<number>;
}

export const isGroupAttribute = (name: string): boolean => name === 'members' || name === 'displayname' || name === 'externalid';

/** Returns no id for an empty entry. */
function memberId(input: unknown): number[] {
  const text = textOf('members.value', isObject(input) ? input['value'] : input);
  if (text === '') return [];
  if (!/^\d{1,15}$/.test(text)) throw invalid('members.value is the id of a person');
  return [Number(text)];
}

const memberIds = (input: unknown): number[] => listOf(input).flatMap(memberId);

/** Limits filters that check every member. */
const maxScans = 10;

const scansMembers = (filter: Filter): boolean =>
  filter.kind === 'or'
    ? filter.terms.some(scansMembers)
    : !(filter.kind === 'compare' && filter.name === 'value' && filter.comparison === 'eq');

function selectMembers(members: ReadonlySet<number>, filter: Filter): number[] {
  if (scansMembers(filter)) return [...members].filter((id) => fits(filter, { value: String(id), type: 'User' }));
  if (filter.kind === 'or') return filter.terms.flatMap((term) => selectMembers(members, term));
  const id = filter.kind === 'compare' ? Number(filter.value) : Number.NaN;
  return members.has(id) ? [id] : [];
}

/** In place, because a group can have thousands of members and a request a thousand operations. */
function changeMembers(members: Set<number>, { kind, path: { filter, part }, value }: Operation): void {
  if (part) throw invalid('Members are added and removed, not changed', 'mutability');
  if (filter && kind !== 'remove') throw invalid('No member can be changed into another', 'mutability');
  if (kind === 'replace' || (kind === 'remove' && !filter && (value === undefined || value === null))) members.clear();
  if (kind === 'remove') {
    for (const id of filter ? selectMembers(members, filter) : memberIds(value)) members.delete(id);
    return;
  }
  for (const id of memberIds(value)) members.add(id);
}

export function patchGroup(draft: GroupDraft, operations: readonly Operation[]): GroupDraft {
  const next = { ...draft, members: new Set(draft.members) };
  if (operations.filter(({ path }) => path.filter && scansMembers(path.filter)).length > maxScans)
    throw invalid(`Members are searched for at most ${maxScans} times at once; name them by value`, 'tooMany');
  for (const operation of operations) {
    const { name, filter, part } = operation.path;
    const value = operation.kind === 'remove' ? null : operation.value;
    if (name === 'members') changeMembers(next.members, operation);
    else if (filter || part) throw invalid(`${name} is no list`, 'invalidPath');
    else if (name === 'displayname') next.displayName = textOf('displayName', value);
    else next.externalId = textOf('externalId', value);
  }
  return next;
}

/** Ignores unknown attributes. */
export function groupDraftOf(resource: unknown): GroupDraft {
  if (!isObject(resource)) throw invalid('A group is an object', 'invalidSyntax');
  const values = new Map(Object.entries(resource).map(([key, value]) => [attributeName(key), value]));
  return {
    displayName: textOf('displayName', values.get('displayname')),
    externalId: textOf('externalId', values.get('externalid')),
    members: new Set(memberIds(values.get('members'))),
  };
}
