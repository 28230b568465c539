import { describe, expect, it } from 'vitest';
import type { FoundProfile } from '@headwater/contract/search';
import { focusOn, listState } from './list-state.ts';

const person = (id: number) =>
  ({
    id,
    folders: [{ id: 7, name: 'Team', status: null }],
    recipients: [],
    dialog: null,
    comments: [],
    why: [{ field: 'skill', text: 'Go', where: 'skill' }],
  }) as unknown as FoundProfile;

describe('the list of profiles', () => {
  const state = listState({ profiles: [person(5), person(3), person(9)], pages: { current: 2, total: 4 } });

  it('[RSLT-011] contains the profiles in order, by id, and the pages', () => {
    expect(state.profiles.map((profile) => profile.id)).toEqual([5, 3, 9]);
    expect(state.profilesById.get(3)).toBe(state.profiles[1]);
    expect(state.pages).toEqual({ current: 2, total: 4 });
    expect(listState(undefined)).toMatchObject({ profiles: [], pages: { current: 1, total: 1 } });
  });

  it('[RSLT-012] contains folders, recipients, comments and hints of each', () => {
    expect(state.profilesById.get(9)).toMatchObject({ folders: [{ id: 7 }], recipients: [], comments: [], why: [{ text: 'Go' }] });
  });

  it('[RSLT-013] [RSLT-014] reports whether the focus is first, in the middle or last, and its neighbours', () => {
    expect([5, 3, 9, 1, undefined].map((id) => focusOn(state, id))).toEqual([
      { position: 'first', previous: undefined, next: 3 },
      { position: 'middle', previous: 5, next: 9 },
      { position: 'last', previous: 3, next: undefined },
      undefined,
      undefined,
    ]);
  });
});
