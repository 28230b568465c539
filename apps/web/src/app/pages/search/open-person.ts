import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { parseSearch } from '#lib/search-string.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The pane was opened by a step forward, so that closing it is one back. */
    opensPane?: true | undefined;
    /** The results that a whole profile was opened from. */
    results?: ResultsPlace | undefined;
  }
}

/** Where a person stands among results: the screen, its query string without '?', and the place in the whole list from 0. */
export interface ResultsPlace {
  path: string;
  search: string;
  /** Undefined where only the way back is known. */
  position?: number | undefined;
}

const openPattern = /(^|&)open=([^&]*)/;
const idOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** What the address says of a search, and apart from it whose profile is open beside the results: `open=17`. */
export function readOpen(searchStr: string): { queryString: string; openId: number | undefined } {
  const text = searchStr.replace(/^\?/, '');
  return { queryString: text.replace(openPattern, '').replace(/^&/, ''), openId: idOf(openPattern.exec(text)?.[2]) };
}

/** The person in the pane is part of the address, so that reloading, sharing and Back keep them. */
export function useOpenPerson() {
  const { pathname, searchStr, state } = useLocation();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { queryString, openId } = readOpen(searchStr);
  const onOpen = (id: number | undefined) => {
    // What a step forward opened, a step back closes: Back never opens it once more.
    if (id === undefined && state.opensPane) history.back();
    else {
      const search = { ...parseSearch(queryString), open: id === undefined ? undefined : String(id) };
      const isFirst = openId === undefined;
      void navigate({
        to: pathname,
        search,
        hash: true,
        state: (previous) => ({ ...previous, opensPane: isFirst || previous.opensPane }),
        replace: !isFirst,
        resetScroll: false,
      });
    }
  };
  /** `position`: the place in the whole list. */
  const onOpenWhole = (id: number, position: number | undefined) =>
    void navigate({
      to: '/profiles/$profileId',
      params: { profileId: String(id) },
      state: { results: { path: pathname, search: queryString, position } },
    });
  return { pathname, queryString, openId, onOpen, onOpenWhole };
}
