/** Path segments that are safe to log: our own words, and ids. */
const ours = /^(?:[a-z][a-z_-]{0,30}|v\d|\d{1,15}|)$/;
const longest = 300;

/** Removes what may contain secrets (sign-in, reset, share links) or personal data. */
export const loggedAddress = (address: string): string =>
  address
    .slice(0, 10_000)
    .replace(/[?#][\s\S]*$/, '')
    .split('/')
    .map((part) => (ours.test(part) ? part : '{}'))
    .join('/')
    .slice(0, longest);
