const scheme = /^([a-z][a-z0-9+.-]*):/i;
const allowed = /^(https?:|mailto:)/i;

/**
 * EDIT-010 to EDIT-012: a stored address as it is shown and sent, with http:// where it names no scheme.
 * Undefined for one that leads elsewhere than to a page or a mailbox.
 */
export function linkAddress(stored: string): string | undefined {
  const url = stored.trim();
  if (url === '') return undefined;
  if (allowed.test(url)) return url;
  // host:8080 looks like a scheme; what follows a port is a digit.
  return scheme.test(url) && !/^[^:/]+\.[^:/]+:\d/.test(url) ? undefined : `http://${url.replace(/^\/\//, '')}`;
}

/** Hosts that nobody can open from elsewhere: names that no server of the internet has. */
const unreachable = /^(localhost|test|.*\.(test|invalid|example|localhost|local))$/i;

/** No browser opens longer ones everywhere. */
const mostRead = 2_000;

/** True for an address that will not open for a recipient: it says nothing, names no host or one that the internet does not know. */
export function looksDead(stored: string): boolean {
  const url = linkAddress(stored.slice(0, mostRead));
  if (url === undefined) return true;
  if (/^mailto:/i.test(url)) return !/^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(url);
  const variable = url.indexOf('{{');
  if (variable >= 0 && url.includes('}}', variable + 3)) return false;
  const host = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]+\]|[^/?#:]*)/i.exec(url)?.[1] ?? '';
  return /\s/.test(url) || !/^[^.\s]+(\.[^.\s]+)+\.?$/.test(host) || unreachable.test(host);
}
