/** What gave a machine away. */
export type MachineSign = 'method' | 'agent' | 'network' | 'too_soon' | 'honeypot' | 'all_links' | 'too_quick';

/** A request for the picture or a link of a sent message, as it arrived. */
export interface Request {
  method: string;
  agent: string;
  /** Network address of whoever asked. */
  address: string;
  /** Milliseconds since the message was handed over. */
  sinceSent: number;
}

/** Nobody reads a message within seconds of its sending; scanners of the receiving server open it before it is shown. */
const tooSoonMs = 10_000;

/**
 * Programs that fetch on nobody's behalf. Proxies that fetch when the person looks (Gmail's and Yahoo's image proxy) are not among them;
 * Apple's fetches for everybody in advance and calls itself Mozilla/5.0 and nothing more.
 */
const machineAgents = [
  /^$/,
  /^mozilla\/5\.0$/i,
  /bot\b|crawl|spider|scan|preview|monitor|headless|phantom|puppeteer|playwright|selenium/i,
  /^(curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|ruby|php|apache-httpclient|winhttp|cfnetwork)/i,
  /barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|fireeye|forcepoint|sophos|safelinks|urldefense|ironport|fortigate|kaspersky/i,
  /slack|whatsapp|telegram|facebookexternalhit|skypeuri|microsoft (office )?existence/i,
];

/** Networks that those services publish as theirs: Apple, Exchange Online Protection, Proofpoint, Mimecast, Barracuda. */
const machineNetworks = [
  '17.0.0.0/8',
  '40.92.0.0/15',
  '40.107.0.0/16',
  '52.100.0.0/14',
  '104.47.0.0/17',
  '67.231.144.0/20',
  '148.163.128.0/19',
  '205.220.160.0/20',
  '205.139.110.0/23',
  '207.211.30.0/23',
  '64.235.144.0/20',
  '209.222.80.0/21',
].map(readNetwork);

/** An IPv4 address as a number, also where it is written in IPv6; undefined for others. */
function readAddress(text: string): number | undefined {
  const parts = text.replace(/^::ffff:/i, '').split('.');
  const bytes = parts.map(Number);
  if (bytes.length !== 4 || parts.some((part, index) => !/^\d{1,3}$/.test(part) || (bytes[index] ?? 256) > 255)) return undefined;
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function readNetwork(cidr: string): { first: number; last: number } {
  const [base = '', bits = '32'] = cidr.split('/');
  const first = readAddress(base) ?? 0;
  return { first, last: first + 2 ** (32 - Number(bits)) - 1 };
}

function isInNetwork(address: string): boolean {
  const number = readAddress(address);
  return number !== undefined && machineNetworks.some(({ first, last }) => first <= number && number <= last);
}

/** DEC-04: what tells of one request alone that a machine made it; undefined where likely a person did. */
export function signOf({ method, agent, address, sinceSent }: Request): MachineSign | undefined {
  if (method !== 'GET') return 'method';
  if (machineAgents.some((pattern) => pattern.test(agent.trim()))) return 'agent';
  if (isInNetwork(address)) return 'network';
  return sinceSent < tooSoonMs ? 'too_soon' : undefined;
}

/** One of the requests about a message, in the order of their arrival. `honeypot`: the link that nobody sees. */
export interface TrackingEvent {
  kind: 'open' | 'click' | 'honeypot';
  /** Milliseconds. */
  at: number;
  source: string;
  url: string | null;
  machine: MachineSign | null;
}

/** Scanners ask from many addresses at once: what comes around one that followed it is theirs as well. */
const aroundHoneypotMs = 30_000;
/** Nobody follows two links of a message within this time. */
const allLinksMs = 3_000;
/** Nobody finds and follows a link so soon after the pictures were fetched. */
const quickMs = 1_000;

function signAmong(event: TrackingEvent, all: readonly TrackingEvent[]): MachineSign | null {
  const isOnHoneypot = all.some(
    ({ kind, source, at }) => kind === 'honeypot' && (source === event.source || Math.abs(at - event.at) <= aroundHoneypotMs),
  );
  if (isOnHoneypot) return 'honeypot';
  if (event.kind !== 'click') return null;
  const others = all.filter(({ kind, url, at }) => kind === 'click' && url !== event.url && Math.abs(at - event.at) <= allLinksMs);
  if (others.length > 0) return 'all_links';
  const isQuick = all.some(
    ({ kind, source, at }) => kind === 'open' && source === event.source && at <= event.at && event.at - at <= quickMs,
  );
  return isQuick ? 'too_quick' : null;
}

/** DEC-04: the same requests judged by their order too. A later one may tell of an earlier one that a machine made it, never the other way. */
export const detectMachines = (events: readonly TrackingEvent[]): TrackingEvent[] =>
  events.map((event) => ({ ...event, machine: event.machine ?? signAmong(event, events) }));
