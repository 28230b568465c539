import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';

export interface DialogPage {
  count: number;
  results: TelegramDialog[];
}

export interface DialogNarrowing {
  search?: string | undefined;
  created_by_id?: number | undefined;
  telegram_account_id?: number | undefined;
  only_unread?: boolean | undefined;
  only_need_attention?: boolean | undefined;
}

export const withDialog = (pages: readonly DialogPage[], dialog: TelegramDialog): DialogPage[] =>
  pages.map((page) => ({ ...page, results: page.results.map((one) => (one.id === dialog.id ? dialog : one)) }));

/** Whether a dialog without messages matches a filter. Only the server can evaluate a search. */
const belongs = ({ account, created_by: author }: TelegramDialog, filter: DialogNarrowing): boolean =>
  !filter.search &&
  !filter.only_unread &&
  !filter.only_need_attention &&
  (filter.created_by_id === undefined || filter.created_by_id === author?.id) &&
  (filter.telegram_account_id === undefined || filter.telegram_account_id === account.id);

/** TG-032, TG-035: a known dialog keeps its position. */
export function withNewDialog(pages: readonly DialogPage[], dialog: TelegramDialog, filter: DialogNarrowing): DialogPage[] {
  const isThere = pages.some(({ results }) => results.some(({ id }) => id === dialog.id));
  if (isThere || !belongs(dialog, filter)) return withDialog(pages, dialog);
  return pages.map(({ count, results }, index) => ({ count: count + 1, results: index === 0 ? [dialog, ...results] : results }));
}
