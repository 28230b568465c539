interface Page {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows on all pages. */
  count: number;
}

/** RSLT-004: which page of how many an answer is. A list without rows has one page, the empty one. */
export const pagesOf = ({ page, perPage, count }: Page): { current: number; total: number } => ({
  current: page,
  total: Math.max(1, Math.ceil(count / perPage)),
});
