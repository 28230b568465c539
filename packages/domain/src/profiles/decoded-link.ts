/** Must match `headwater_decode_link` in SQL. */
const spelled =
  /%(?:2[de]|3\d|[46][1-9a-f]|5[0-9af]|7[0-9ae])|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%(?:e0%[ab][0-9a-f]|ed%[89][0-9a-f]|e[1-9abcef]%[89ab][0-9a-f])%[89ab][0-9a-f]|%(?:f0%[9ab][0-9a-f]|f[123]%[89ab][0-9a-f]|f4%8[0-9a-f])(?:%[89ab][0-9a-f]){2}/gi;

/** %D0%98 is И, %61 is a. Separators and invalid sequences stay encoded. */
export const decodedLink = (url: string): string => (url.includes('%') ? url.replace(spelled, decodeURIComponent) : url);
