interface Page {
  /** From 1. */
  page: number;
  perPage: number;
  count: number;
}

/** RSLT-004: a list without rows has one empty page. */
export const pagesOf = ({ page, perPage, count }: Page): { current: number; total: number } => ({
  current: page,
  total: Math.max(1, Math.ceil(count / perPage)),
});
