const scheme = /^([a-z][a-z0-9+.-]*):/i;
const kept = /^(https?:|mailto:)/i;

/**
 * EDIT-010 to EDIT-012: a stored address as it is shown and sent, with http:// where it names no scheme.
 * Undefined for one that leads elsewhere than to a page or a mailbox.
 */
export function linkAddress(stored: string): string | undefined {
  const url = stored.trim();
  if (url === '') return undefined;
  if (kept.test(url)) return url;
  // host:8080 looks like a scheme; what follows a port is a digit.
  return scheme.test(url) && !/^[^:/]+\.[^:/]+:\d/.test(url) ? undefined : `http://${url.replace(/^\/\//, '')}`;
}

/** Hosts that nobody can open from elsewhere, or that stand for an address still to be written. */
const placeholder = /^(localhost|example\.(com|org|net)|test|.*\.(test|invalid|example|localhost|local))$/i;

/** True for an address that will not open for a recipient: it says nothing, names no host or a host that stands for another. */
export function looksDead(stored: string): boolean {
  const url = linkAddress(stored);
  if (url === undefined) return true;
  if (/^mailto:/i.test(url)) return !/^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(url);
  if (/\{\{.+\}\}/.test(url)) return false;
  const host = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]+\]|[^/?#:]*)/i.exec(url)?.[1] ?? '';
  return /\s/.test(url) || !/^[^.\s]+(\.[^.\s]+)+\.?$/.test(host) || placeholder.test(host);
}
