const scheme = /^([a-z][a-z0-9+.-]*):/i;
const allowed = /^(https?:|mailto:)/i;

/** EDIT-010 to EDIT-012 */
export function linkAddress(stored: string): string | undefined {
  const url = stored.trim();
  if (url === '') return undefined;
  if (allowed.test(url)) return url;
  // host:8080 looks like a scheme; a port starts with a digit.
  return scheme.test(url) && !/^[^:/]+\.[^:/]+:\d/.test(url) ? undefined : `http://${url.replace(/^\/\//, '')}`;
}

const unreachable = /^(localhost|test|.*\.(test|invalid|example|localhost|local))$/i;

const mostRead = 2_000;

export function looksDead(stored: string): boolean {
  const url = linkAddress(stored.slice(0, mostRead));
  if (url === undefined) return true;
  if (/^mailto:/i.test(url)) return !/^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(url);
  const variable = url.indexOf('{{');
  if (variable >= 0 && url.includes('}}', variable + 3)) return false;
  const host = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]+\]|[^/?#:]*)/i.exec(url)?.[1] ?? '';
  return /\s/.test(url) || !/^[^.\s]+(\.[^.\s]+)+\.?$/.test(host) || unreachable.test(host);
}
