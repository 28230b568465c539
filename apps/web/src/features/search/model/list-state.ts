import type { FoundProfile } from '@headwater/contract/search';

/** RSLT-011, RSLT-012: people of a page with vacancies, messages, comments and matches. */
export interface ListState {
  profiles: readonly FoundProfile[];
  profilesById: ReadonlyMap<number, FoundProfile>;
  pages: { current: number; total: number };
}

const firstPage = { current: 1, total: 1 };

export const listState = (answer: Pick<ListState, 'profiles' | 'pages'> | undefined): ListState => {
  const { profiles, pages } = answer ?? { profiles: [], pages: firstPage };
  return { profiles, profilesById: new Map(profiles.map((profile) => [profile.id, profile])), pages };
};

/** RSLT-013, RSLT-014: position of the focus and its neighbours. A single row is `first`. */
export interface Focus {
  position: 'first' | 'middle' | 'last';
  previous: number | undefined;
  next: number | undefined;
}

export function focusOn({ profiles }: ListState, id: number | undefined): Focus | undefined {
  const at = profiles.findIndex((profile) => profile.id === id);
  if (at < 0) return undefined;
  const position = at === 0 ? 'first' : at === profiles.length - 1 ? 'last' : 'middle';
  return { position, previous: profiles[at - 1]?.id, next: profiles[at + 1]?.id };
}
