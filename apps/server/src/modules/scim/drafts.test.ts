import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GroupDraft, patchGroup } from './group-draft.ts';
import { ScimError } from './protocol/error.ts';
import { readOperations } from './protocol/operations.ts';
import { primaryAddress } from './protocol/values.ts';
import { draftOf, emptyDraft, patchDraft, type UserDraft } from './user-draft.ts';

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

/** The outcome of a patch; undefined where it was refused as SCIM does. Whatever else is thrown is a defect. */
function outcome<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ScimError && error.status === 400) return undefined;
    throw error;
  }
}

const draft: UserDraft = { ...emptyDraft, userName: 'ada@acme.test', emails: [{ value: 'a0@acme.test', type: 'work' }] };

const places = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`emails[type eq "${at}" ].value`, 'a@b.test']));

describe('a patched person', () => {
  it('is a person again, or the patch is refused: nothing else comes of any operations', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const patched = outcome(() => patchDraft(draft, readOperations({ Operations: list })));
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

  it('is the same whether operations come at once or one by one, and when a replacement comes twice', () => {
    fc.assert(
      fc.property(operations, (list) => {
        const whole = outcome(() => patchDraft(draft, readOperations({ Operations: list })));
        const steps = outcome(() => list.reduce((one, each) => patchDraft(one, readOperations({ Operations: [each] })), draft));
        expect(steps).toEqual(whole);
        const replacing = list.filter(({ op: name }) => name.toLowerCase() === 'replace').slice(0, 1);
        const once = outcome(() => patchDraft(draft, readOperations({ Operations: replacing })));
        const twice = once && patchDraft(once, readOperations({ Operations: replacing }));
        expect(twice).toEqual(once);
      }),
      { numRuns: 3000 },
    );
  });

  it('says the same as a resource and as an operation without a path', () => {
    fc.assert(
      fc.property(
        fc.record({ userName: address, externalId: word, active: fc.boolean(), emails: fc.array(email, { maxLength: 4 }) }),
        (resource) => {
          const operation = { op: 'replace', value: resource };
          expect(patchDraft(emptyDraft, readOperations({ Operations: [operation] }))).toEqual(draftOf(resource));
        },
      ),
    );
  });

  it('signs in with the primary address, else that of work, else the first', () => {
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

  it('is changed in at most a thousand places, however they are written', () => {
    const patched = (count: number) =>
      outcome(() => patchDraft(draft, readOperations({ Operations: [{ op: 'add', value: places(count) }] })));
    expect(patched(5)?.emails).toHaveLength(6);
    const began = performance.now();
    expect(patched(20_000)).toBeUndefined();
    const title = { op: 'add', value: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`title.a${at}`, 'x'])) };
    expect(outcome(() => patchDraft(draft, readOperations({ Operations: [title] })))).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('is never made of what belongs to objects', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'name.constructor'])
      expect(outcome(() => patchDraft(draft, readOperations({ Operations: [{ op: 'add', path: name, value: 'x' }] })))).toBeUndefined();
    expect(draftOf(JSON.parse('{"__proto__": {"userName": "x"}, "constructor": 1, "userName": "y"}'))).toMatchObject({ userName: 'y' });
  });
});

const operationOf = ({ op: kind, ids }: { op: string; ids: number[] }) =>
  kind === 'one'
    ? { op: 'remove', path: `members[value eq "${ids[0] ?? 0}"]` }
    : { op: kind, path: 'members', value: ids.map((id) => ({ value: String(id) })) };

describe('a patched group', () => {
  it('is searched for members ten times at most, and not at all for those that are named', () => {
    const before: GroupDraft = { displayName: 'A', externalId: '', members: new Set(Array.from({ length: 5000 }, (_, at) => at + 1)) };
    const removing = (filter: string, count: number) => {
      const operations = Array.from({ length: count }, () => ({ op: 'remove', path: `members[${filter}]` }));
      return outcome(() => patchGroup(before, readOperations({ Operations: operations })))?.members.size;
    };
    const named = Array.from({ length: 90 }, (_, at) => `value eq "${at + 1}"`).join(' or ');
    const began = performance.now();
    expect(removing(named, 900)).toBe(4910);
    expect(removing(`not (type eq "User") or ${named}`, 1)).toBe(4910);
    expect(removing('value sw "49"', 10)).toBe(4889);
    expect(removing(`type eq "x" or ${named}`, 900)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(3000);
  });

  const member = fc.integer({ min: 1, max: 9 });
  const step = fc.record({ op: fc.constantFrom('add', 'remove', 'replace', 'one'), ids: fc.uniqueArray(member, { maxLength: 4 }) });
  it('has the members that a model has', () => {
    fc.assert(
      fc.property(fc.uniqueArray(member), fc.array(step, { minLength: 1, maxLength: 8 }), (start, steps) => {
        const before: GroupDraft = { displayName: 'A', externalId: '', members: new Set(start) };
        const model = steps.reduce((members, { op: kind, ids }) => {
          if (kind === 'replace') return new Set(ids);
          if (kind === 'add') return new Set([...members, ...ids]);
          return new Set([...members].filter((id) => !(kind === 'one' ? ids.slice(0, 1) : ids).includes(id)));
        }, before.members);
        const { members } = patchGroup(before, readOperations({ Operations: steps.map(operationOf) }));
        expect([...members].toSorted()).toEqual([...model].toSorted());
        expect([...before.members]).toEqual(start);
      }),
      { numRuns: 2000 },
    );
  });
});
