import { array, assert, constant, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TrackingEvent, detectMachines, type Request, signOf } from './machine-detection.ts';

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const person: Request = { method: 'GET', agent: browser, address: '203.0.113.7', sinceSent: 3_600_000 };

describe('single request', () => {
  it.each([
    ['a browser', {}, undefined],
    ['Outlook for Windows', { agent: 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)' }, undefined],
    [
      'the image proxy of Gmail',
      { agent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' },
      undefined,
    ],
    ['an address of IPv6', { address: '2001:db8::1' }, undefined],
    ['HEAD', { method: 'HEAD' }, 'method'],
    ['no agent', { agent: '' }, 'agent'],
    ['Apple in advance', { agent: 'Mozilla/5.0' }, 'agent'],
    ['a program', { agent: 'python-requests/2.32' }, 'agent'],
    ['a scanner', { agent: 'Barracuda Sentinel (EE)' }, 'agent'],
    ['a headless browser', { agent: browser.replace('Chrome', 'HeadlessChrome') }, 'agent'],
    ['the network of Apple', { address: '17.58.101.1' }, 'network'],
    ['the network of Apple inside IPv6', { address: '::ffff:17.58.101.1' }, 'network'],
    ['the network of Exchange', { address: '40.93.4.9' }, 'network'],
    ['at once', { sinceSent: 900 }, 'too_soon'],
  ] as const)("[DEC-04] is a machine's by %s", (_what, change, sign) => {
    expect(signOf({ ...person, ...change })).toBe(sign);
  });

  it('[DEC-04] is judged for any agent and address', () => {
    assert(
      property(string(), string(), integer(), (agent, address, sinceSent) => {
        expect(['agent', 'network', 'too_soon', undefined]).toContain(signOf({ method: 'GET', agent, address, sinceSent }));
      }),
    );
  });
});

const event = (kind: TrackingEvent['kind'], seconds: number, more: Partial<TrackingEvent> = {}): TrackingEvent => ({
  kind,
  at: seconds * 1000,
  source: 'home',
  url: kind === 'click' ? 'https://acme.io/' : null,
  machine: null,
  ...more,
});
const signs = (events: readonly TrackingEvent[]) => detectMachines(events).map(({ machine }) => machine);

describe('requests together', () => {
  it('[DEC-04] classify open, read and click as a person', () => {
    expect(signs([event('open', 60), event('click', 75), event('open', 90), event('click', 200, { url: 'https://acme.io/jobs' })])).toEqual(
      [null, null, null, null],
    );
  });

  it('[DEC-04] classify a honeypot visitor as a machine, earlier and later, with requests around it from elsewhere', () => {
    const farm = [event('open', 60), event('click', 61.5), event('honeypot', 70), event('click', 80, { source: 'elsewhere' })];
    expect(signs(farm)).toEqual(['honeypot', 'honeypot', 'honeypot', 'honeypot']);
    expect(signs([...farm, event('open', 4000, { source: 'phone' })]).at(-1)).toBeNull();
  });

  it('[DEC-04] classify simultaneous links, or a link within a second of the images, as a machine', () => {
    expect(signs([event('click', 60), event('click', 61, { url: 'https://acme.io/jobs', source: 'elsewhere' })])).toEqual([
      'all_links',
      'all_links',
    ]);
    expect(signs([event('open', 60), event('click', 60.5)])).toEqual([null, 'too_quick']);
    expect(signs([event('click', 60), event('click', 61)])).toEqual([null, null]);
  });

  it('[DEC-04] keep a verdict as more requests arrive', () => {
    const kind = constantFrom<TrackingEvent['kind']>('open', 'click', 'honeypot');
    const any = record({
      kind,
      at: integer({ min: 0, max: 100_000 }),
      source: constantFrom('a', 'b'),
      url: constantFrom(null, 'x', 'y'),
      machine: constant(null),
    });
    assert(
      property(array(any, { maxLength: 12 }), any, (events, next) => {
        const [before, after] = [detectMachines(events), detectMachines([...events, next])];
        return before.every((known, index) => known.machine === null || after[index]?.machine !== null);
      }),
    );
  });
});
