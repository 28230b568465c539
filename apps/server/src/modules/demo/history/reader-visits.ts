import { randomFor } from '../random.ts';
import type { Arrival } from '../candidates-port.ts';
import type { OutsideRequest, Past } from '../past-port.ts';

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
];

const unescape = (text: string) => text.replaceAll('&amp;', '&');
const addressIn = (html: string, pattern: RegExp): string | undefined => {
  const found = pattern.exec(html)?.[1];
  return found && unescape(found);
};

/** Constant per reader. The addresses are reserved for documentation (RFC 5737). */
function readerOf({ to }: Arrival): Pick<OutsideRequest, 'agent' | 'address'> {
  const random = randomFor(to.length, [...to].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) | 0);
  return { agent: random.pick(agents), address: `203.0.113.${random.int(1, 254)}` };
}

export async function open(past: Past, arrival: Arrival): Promise<void> {
  const url = addressIn(arrival.html, /src="([^"]*\/messaging\/track\/[^"]*)"/);
  if (url) await past.ask({ method: 'GET', url, ...readerOf(arrival) });
}

export async function click(past: Past, arrival: Arrival): Promise<void> {
  const url = addressIn(arrival.html, /href="([^"]*\/messaging\/click\/[^"]*)"/);
  if (url) await past.ask({ method: 'GET', url, ...readerOf(arrival) });
}

/** One-click unsubscribe of the mail program (RFC 8058). */
export async function unsubscribe(past: Past, arrival: Arrival): Promise<void> {
  const url = /<(https?:[^<>]+)>/.exec(arrival.unsubscribe)?.[1];
  if (url) await past.ask({ method: 'POST', url, body: 'List-Unsubscribe=One-Click', ...readerOf(arrival) });
}

export const hasLink = ({ html }: Arrival): boolean => html.includes('/messaging/click/');
