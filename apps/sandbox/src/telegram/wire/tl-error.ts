/** What was sent is no TL, or longer than it says. */
export class TlError extends Error {}
