import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { idParam } from '#lib/screen-params.ts';
import { parseSearch } from '#lib/search-string.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if a navigation opened the pane; closing it then goes back. */
    opensPane?: true | undefined;
    results?: ResultsPlace | undefined;
  }
}

export interface ResultsPlace {
  path: string;
  search: string;
  position?: number | undefined;
}

const openPattern = /(^|&)open=([^&]*)/;

export function readOpen(searchStr: string): { queryString: string; openId: number | undefined } {
  const text = searchStr.replace(/^\?/, '');
  return { queryString: text.replace(openPattern, '').replace(/^&/, ''), openId: idParam.read(openPattern.exec(text)?.[2]) };
}

/** The address contains the open person, so that reloading, sharing and Back keep them. */
export function useOpenPerson() {
  const { pathname, searchStr, state } = useLocation();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { queryString, openId } = readOpen(searchStr);
  const onOpen = (id: number | undefined) => {
    // Closing goes back, so that Back does not open the pane again.
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
  const onOpenWhole = (id: number, position: number | undefined) =>
    void navigate({
      to: '/profiles/$profileId',
      params: { profileId: String(id) },
      state: { results: { path: pathname, search: queryString, position } },
    });
  return { pathname, queryString, openId, onOpen, onOpenWhole };
}
