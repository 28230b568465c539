const key = 'headwater.session';

const makeId = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface TabSession {
  id: string;
  refererId: string;
}

function startSession(): TabSession {
  const inherited = stored();
  // A tab opened by another one starts with a copy of its storage (REQ-005).
  const opened =
    inherited !== undefined &&
    performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate') &&
    globalThis.opener !== null;
  const session = inherited && !opened ? inherited : { id: makeId(), refererId: inherited?.id ?? '' };
  try {
    sessionStorage.setItem(key, JSON.stringify(session));
  } catch {
    // Without storage the session lasts as long as the page.
  }
  return session;
}

function stored(): TabSession | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null && 'id' in value ? (value as TabSession) : undefined;
  } catch {
    return undefined;
  }
}

let session: TabSession | undefined;
export const tabSession = (): TabSession => (session ??= startSession());

let current = '';
let previous = '';
/** The router calls this at every navigation; requests send the previous address (REQ-004). */
export function rememberAddress(href: string): void {
  // Never send the fragment: it may contain a code.
  const [address = ''] = href.split('#');
  if (address === current) return;
  previous = current;
  current = address;
}
export const previousAddress = (): string => previous;
