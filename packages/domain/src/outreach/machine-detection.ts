export type MachineSign = 'method' | 'agent' | 'network' | 'too_soon' | 'honeypot' | 'all_links' | 'too_quick';

export interface Request {
  method: string;
  agent: string;
  address: string;
  sinceSent: number;
}

/** Scanners open a message before the receiving server shows it. */
const tooSoonMs = 10_000;

/** Not listed: proxies that fetch when a person reads (Gmail, Yahoo). Apple's prefetches. */
const machineAgents = [
  /^$/,
  /^mozilla\/5\.0$/i,
  /bot\b|crawl|spider|scan|preview|monitor|headless|phantom|puppeteer|playwright|selenium/i,
  /^(curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|ruby|php|apache-httpclient|winhttp|cfnetwork)/i,
  /barracuda|proofpoint|mimecast|symantec|messagelabs|trendmicro|fireeye|forcepoint|sophos|safelinks|urldefense|ironport|fortigate|kaspersky/i,
  /slack|whatsapp|telegram|facebookexternalhit|skypeuri|microsoft (office )?existence/i,
];

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

/** DEC-04 */
export function signOf({ method, agent, address, sinceSent }: Request): MachineSign | undefined {
  if (method !== 'GET') return 'method';
  if (machineAgents.some((pattern) => pattern.test(agent.trim()))) return 'agent';
  if (isInNetwork(address)) return 'network';
  return sinceSent < tooSoonMs ? 'too_soon' : undefined;
}

/** `honeypot`: the invisible link. */
export interface TrackingEvent {
  kind: 'open' | 'click' | 'honeypot';
  at: number;
  source: string;
  url: string | null;
  machine: MachineSign | null;
}

/** Scanners use many addresses, so requests around a honeypot visit count as theirs. */
const aroundHoneypotMs = 30_000;
const allLinksMs = 3_000;
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

/** DEC-04: a later request can only turn earlier ones into a machine's. */
export const detectMachines = (events: readonly TrackingEvent[]): TrackingEvent[] =>
  events.map((event) => ({ ...event, machine: event.machine ?? signAmong(event, events) }));
