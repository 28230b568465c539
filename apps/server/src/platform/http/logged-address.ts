/** Words of our own paths, numbers of rows, nothing. */
const ours = /^(?:[a-z][a-z_-]{0,30}|v\d|\d{1,15}|)$/;
const longest = 300;

/**
 * The address of a request as it may be written down: the words and ids of its path. A query and whatever else a path holds may open something (links
 * of sign-in, reset, unsubscribing, sharing) or name somebody.
 */
export const loggedAddress = (address: string): string =>
  address
    .slice(0, 10_000)
    .replace(/[?#][\s\S]*$/, '')
    .split('/')
    .map((part) => (ours.test(part) ? part : '{}'))
    .join('/')
    .slice(0, longest);
