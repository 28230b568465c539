import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { type GroupDraft, groupDraftOf, isGroupAttribute, patchGroup } from './group-draft.ts';
import { ScimError } from './protocol/error.ts';
import { changesOnlyActive, deactivates, isDeactivated, readOperations } from './protocol/operations.ts';
import { primaryAddress } from './protocol/values.ts';
import { draftOf, emptyDraft, isUserAttribute, patchDraft, type UserDraft } from './user-draft.ts';

const address = fc.integer({ min: 0, max: 5 }).map((number) => `a${number}@acme.test`);
const email = fc.record({ value: address, type: fc.constantFrom('work', 'home'), primary: fc.boolean() }, { requiredKeys: ['value'] });
const word = fc.string({ maxLength: 20 });
const op = fc.constantFrom('add', 'replace', 'remove', 'Add', 'Replace', 'REMOVE');
const path = fc.oneof(
  fc.constantFrom('userName', 'name', 'name.givenName', 'active', 'emails', 'emails.value', 'externalId', 'groups', 'title', 'locale'),
  fc.constantFrom(
    'emails[type eq "work"]',
    'emails[type eq "work"].value',
    'emails[value co "a1" or primary eq true].type',
    'emails[not (type pr)]',
  ),
  word,
);
const value = fc.oneof(
  fc.array(email, { maxLength: 4 }),
  email,
  address,
  word,
  fc.boolean(),
  fc.constantFrom(null, 'True', { givenName: 'Ada' }, [{ value: 'x' }]),
  fc.jsonValue(),
);
const operations = fc.array(fc.record({ op, path, value }, { requiredKeys: ['op'] }), { minLength: 1, maxLength: 8 });

/** Undefined if the patch was rejected as SCIM requires. Rethrows unexpected errors. */
function outcome<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ScimError && error.status === 400) return undefined;
    throw error;
  }
}

const patchUser = (one: UserDraft, list: readonly object[]) => patchDraft(one, readOperations({ Operations: list }, isUserAttribute));
const patchMembers = (one: GroupDraft, list: readonly object[]) => patchGroup(one, readOperations({ Operations: list }, isGroupAttribute));

const draft: UserDraft = { ...emptyDraft, userName: 'ada@acme.test', emails: [{ value: 'a0@acme.test', type: 'work' }] };

const places = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`emails[type eq "${at}" ].value`, 'a@b.test']));

const patchedWith = (count: number) => outcome(() => patchUser(draft, [{ op: 'add', value: places(count) }]));

describe('patchDraft', () => {
  it('returns a valid user or rejects the patch, for any operations', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const patched = outcome(() => patchUser(draft, list));
        if (!patched) return;
        expect(Object.keys(patched).toSorted()).toEqual(Object.keys(draft).toSorted());
        expect(typeof patched.active).toBe('boolean');
        for (const text of [patched.userName, patched.externalId, patched.givenName]) expect(text.length).toBeLessThanOrEqual(255);
        expect(patched.emails.length).toBeLessThanOrEqual(20);
        expect(patched.emails.filter(({ primary }) => primary).length).toBeLessThanOrEqual(1);
        for (const { value: each } of patched.emails) expect(each).toContain('@');
      }),
      { numRuns: 5000 },
    );
  });

  it('is independent of batching, and idempotent for replacements', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const whole = outcome(() => patchUser(draft, list));
        const steps = outcome(() => list.reduce((one, each) => patchUser(one, [each]), draft));
        expect(steps).toEqual(whole);
        const replacing = list.filter(({ op: name }) => name.toLowerCase() === 'replace').slice(0, 1);
        const once = outcome(() => patchUser(draft, replacing));
        const twice = once && patchUser(once, replacing);
        expect(twice).toEqual(once);
      }),
      { numRuns: 3000 },
    );
  });

  it('treats a resource like an operation without a path', () => {
    fc.assert(
      fc.property(
        fc.record({ userName: address, externalId: word, active: fc.boolean(), emails: fc.array(email, { maxLength: 4 }) }),
        (resource) => {
          const operation = { op: 'replace', value: resource };
          expect(patchUser(emptyDraft, [operation])).toEqual(draftOf(resource));
        },
      ),
    );
  });

  it('uses the primary address, else the work address, else the first', () => {
    expect(primaryAddress([])).toBeUndefined();
    expect(primaryAddress([{ value: 'a' }, { value: 'b', type: 'Work' }])).toBe('b');
    expect(
      primaryAddress([
        { value: 'a', type: 'work' },
        { value: 'b', primary: true },
      ]),
    ).toBe('b');
    expect(primaryAddress([{ value: 'a' }, { value: 'b' }])).toBe('a');
  });

  it('changes at most a thousand attributes', async () => {
    expect(patchedWith(5)?.emails).toHaveLength(6);
    const title = { op: 'add', value: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`title.a${at}`, 'x'])) };
    const reject = () => {
      expect(patchedWith(20_000)).toBeUndefined();
      expect(outcome(() => patchUser(draft, [title]))).toBeUndefined();
    };
    expect(await leastProcessorMs(reject, 2000)).toBeLessThan(2000);
  });

  it('ignores names of object members', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'name.constructor'])
      expect(patchUser(draft, [{ op: 'add', path: name, value: 'x' }])).toEqual(draft);
    expect(draftOf(JSON.parse('{"__proto__": {"userName": "x"}, "constructor": 1, "userName": "y"}'))).toMatchObject({ userName: 'y' });
  });
});

const unknown = [
  'shoeSize',
  'roles',
  'roles[primary eq "True"].value',
  'roles[primary eq',
  'groups',
  'id',
  'meta.version',
  'schemas',
  'title',
  'name.middleName',
  'addresses[type eq "work"].locality',
  'phoneNumbers[type eq "mobile" and ].value',
  'urn:ietf:params:scim:schemas:extension:acme:2.0:User:costCode',
  'urn:acme:1.0[type eq "x"].value',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
  'extension_5a1_customNumber',
  'a name with blanks',
];

describe('an attribute that POST and PUT ignore', () => {
  it.each(unknown)('is ignored by PATCH with and without a path: %s', (name) => {
    const active = { op: 'Replace', path: 'active', value: 'False' };
    const off = { ...draft, active: false };
    for (const op of ['Add', 'replace', 'Remove']) expect(patchUser(draft, [{ op, path: name, value: 'x' }, active])).toEqual(off);
    expect(patchUser(draft, [{ op: 'replace', value: { [name]: ['x'], active: false } }])).toEqual(off);
    expect(draftOf({ [name]: 'x', userName: 'u' })).toEqual({ ...emptyDraft, userName: 'u' });
    const group: GroupDraft = { displayName: 'A', externalId: '', members: new Set([1]) };
    expect(
      patchMembers(group, [
        { op: 'add', path: name, value: 'x' },
        { op: 'add', path: 'members', value: [{ value: '2' }] },
      ]),
    ).toEqual({
      ...group,
      members: new Set([1, 2]),
    });
  });

  it('does not make invalid paths of known attributes valid', () => {
    for (const path of ['emails[type eq', 'active[type eq "work"]', 'userName[value eq "x"]'])
      expect(outcome(() => patchUser(draft, [{ op: 'replace', path, value: 'x' }]))).toBeUndefined();
  });
});

const read = (resource: object) => draftOf({ userName: 'u', ...resource });

describe('provider data', () => {
  it('may contain empty list entries', () => {
    for (const emails of [[], [null], [{}], [{ value: '' }], [{ value: null, type: 'work', primary: true }], '', {}, ['']])
      expect(read({ emails }).emails).toEqual([]);
    expect(read({ emails: [null, { value: 'a0@acme.test', primary: '' }, { type: 'home' }] }).emails).toEqual([{ value: 'a0@acme.test' }]);
    expect([...groupDraftOf({ displayName: 'A', members: [null, {}, { value: '' }, { value: '5' }] }).members]).toEqual([5]);
    expect(patchUser(draft, [{}, { op: 'Replace', path: 'emails[type eq "work"].value', value: '' }] as object[]).emails).toEqual([]);
  });

  it('may contain numbers as texts, and texts and numbers as booleans', () => {
    expect(read({ externalId: 4711, userName: 12, name: { givenName: 7 } })).toMatchObject({
      externalId: '4711',
      userName: '12',
      givenName: '7',
    });
    expect([...groupDraftOf({ displayName: 5, externalId: 6, members: [{ value: 42 }, 43] }).members]).toEqual([42, 43]);
    for (const off of [false, 'False', ' false ', 0, '0', [{ value: 'False' }], [false], { value: 0 }])
      expect(patchUser(draft, [{ op: 'replace', path: 'active', value: off }]).active).toBe(false);
    for (const on of [true, 'True', 1, '1'])
      expect(patchUser({ ...draft, active: false }, [{ op: 'replace', path: 'active', value: on }]).active).toBe(true);
    for (const none of ['', null, []]) expect(patchUser(draft, [{ op: 'replace', path: 'active', value: none }]).active).toBe(true);
  });

  it('may contain only a full name', () => {
    expect(read({ name: { formatted: 'Grace Hopper' } })).toMatchObject({ formattedName: 'Grace Hopper', givenName: '' });
    expect(read({ name: 'Grace Hopper' })).toMatchObject({ formattedName: 'Grace Hopper' });
    expect(read({ name: [{ givenName: 'Grace', familyName: 'Hopper' }] })).toMatchObject({ givenName: 'Grace', familyName: 'Hopper' });
    expect(patchUser(draft, [{ op: 'add', path: 'name.formatted', value: 'Grace' }]).formattedName).toBe('Grace');
  });

  it('may contain an empty path', () => {
    for (const path of ['', null]) expect(patchUser(draft, [{ op: 'Replace', path, value: { active: 'False' } }]).active).toBe(false);
    expect(patchUser(draft, [{ op: 'Add', value: [{ externalId: 'x' }, null].filter(Boolean) }]).externalId).toBe('x');
  });
});

describe('deactivates', () => {
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User:';
  const bad = { op: 'replace', path: 'emails[type eq', value: 7 };
  it.each([
    ['a switch', [{ op: 'replace', path: 'active', value: false }]],
    ['a text', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['no path', [{ op: 'replace', value: { active: false } }]],
    ['a qualified name', [{ op: 'replace', path: `${core}active`, value: '0' }]],
    ['a qualified key', [{ op: 'replace', value: { [`${core}active`]: 'false' } }]],
    ['a list', [{ op: 'add', path: 'active', value: [{ value: 'False' }] }]],
  ])('detects %s, even if the rest is invalid', (_name, operations) => {
    for (const list of [
      operations,
      [bad, ...operations],
      [...operations, bad, null, { op: 5 }, { op: 'replace', path: 'active', value: {} }].slice(0, -1),
    ])
      expect(deactivates({ operations: list })).toBe(true);
    expect(deactivates({ Operations: [...operations, { op: 'replace', path: 'active', value: true }] })).toBe(false);
  });

  it('returns false for other requests', () => {
    for (const value of [true, null, 'maybe', '', {}, [], { toString: 1 }])
      expect(deactivates({ Operations: [{ op: 'replace', path: 'active', value }] })).toBe(false);
    expect(deactivates({ Operations: [{ op: 'remove', path: 'active', value: false }] })).toBe(false);
    for (const body of [null, [], 'x', { Operations: 'x' }, { Operations: [[]] }]) expect(deactivates(body)).toBe(false);
    expect([isDeactivated({ Active: 'False' }), isDeactivated({ active: null }), isDeactivated(null)]).toEqual([true, false, false]);
  });
});

describe('changesOnlyActive', () => {
  it('distinguishes a plain deactivation from one with other changes', () => {
    const off = { op: 'Replace', path: 'active', value: 'False' };
    for (const operations of [[off], [off, off], [{ op: 'replace', value: { active: false } }]])
      expect(changesOnlyActive({ Operations: operations })).toBe(true);
    for (const other of [
      { op: 'replace', path: 'title', value: 'x' },
      { op: 'replace', value: { active: false, userName: 'x' } },
      { op: 'remove', path: 'active' },
      { op: 7 },
    ])
      expect(changesOnlyActive({ Operations: [off, other] })).toBe(false);
  });
});

const operationOf = ({ op: kind, ids }: { op: string; ids: number[] }) =>
  kind === 'one'
    ? { op: 'remove', path: `members[value eq "${ids[0] ?? 0}"]` }
    : { op: kind, path: 'members', value: ids.map((id) => ({ value: String(id) })) };

describe('patchGroup', () => {
  it('filters members at most ten times, and selects named members directly', async () => {
    const before: GroupDraft = { displayName: 'A', externalId: '', members: new Set(Array.from({ length: 5000 }, (_, at) => at + 1)) };
    const removing = (filter: string, count: number) => {
      const operations = Array.from({ length: count }, () => ({ op: 'remove', path: `members[${filter}]` }));
      return outcome(() => patchMembers(before, operations))?.members.size;
    };
    const named = Array.from({ length: 90 }, (_, at) => `value eq "${at + 1}"`).join(' or ');
    const removeAll = () => {
      expect(removing(named, 900)).toBe(4910);
      expect(removing(`not (type eq "User") or ${named}`, 1)).toBe(4910);
      expect(removing('value sw "49"', 10)).toBe(4889);
      expect(removing(`type eq "x" or ${named}`, 900)).toBeUndefined();
    };
    expect(await leastProcessorMs(removeAll, 3000)).toBeLessThan(3000);
  });

  const member = fc.integer({ min: 1, max: 9 });
  const step = fc.record({ op: fc.constantFrom('add', 'remove', 'replace', 'one'), ids: fc.uniqueArray(member, { maxLength: 4 }) });
  it('returns the same members as a model', () => {
    fc.assert(
      fc.property(fc.uniqueArray(member), fc.array(step, { minLength: 1, maxLength: 8 }), (start, steps) => {
        const before: GroupDraft = { displayName: 'A', externalId: '', members: new Set(start) };
        const model = steps.reduce((members, { op: kind, ids }) => {
          if (kind === 'replace') return new Set(ids);
          if (kind === 'add') return new Set([...members, ...ids]);
          return new Set([...members].filter((id) => !(kind === 'one' ? ids.slice(0, 1) : ids).includes(id)));
        }, before.members);
        const { members } = patchMembers(before, steps.map(operationOf));
        expect([...members].toSorted()).toEqual([...model].toSorted());
        expect([...before.members]).toEqual(start);
      }),
      { numRuns: 2000 },
    );
  });
});
