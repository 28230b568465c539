import { describe, expect, it } from 'vitest';
import { type MailReach, parseNetwork, parsePortRange, resolveMailHost } from './mail-server-address.ts';

const internet: MailReach = { onlyLoopback: false, networks: [], ports: [] };
const reachOf = (networks: string[], ports: string[] = []): MailReach => ({
  onlyLoopback: false,
  networks: networks.map(parseNetwork),
  ports: ports.flatMap((text) => parsePortRange(text) ?? []),
});
const answer = async (host: string, { port = 465, reach = internet } = {}) => {
  const resolved = await resolveMailHost({ host, port }, reach);
  return 'refusal' in resolved ? resolved.refusal : resolved.address;
};

describe('mail servers', () => {
  it.each(['8.8.8.8', '2a00:1450:4010::1', '[2a00:1450:4010::1]'])('[MSET-007] may be at %s', async (host) => {
    expect(await answer(host)).toBe(host.replace(/[[\]]/g, ''));
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    'localhost',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd12::1',
    'fec0::1',
    '169.254.169.254',
    'fe80::1',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '::',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '198.18.0.1',
    '240.0.0.1',
    '4000::1',
  ])('are rejected at %s before a connection is opened', async (host) => {
    expect(await answer(host)).toBe('address_forbidden');
  });

  it('may be in networks of the operator, except metadata services and disguised addresses', async () => {
    const reach = reachOf(['10.0.0.0/8', '192.168.1.5', 'fd12::/16', '0.0.0.0/0', '::/0']);
    for (const host of ['10.1.2.3', '192.168.1.5', 'fd12::1', '127.0.0.1']) expect(await answer(host, { reach })).toBe(host);
    for (const host of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '64:ff9b::a9fe:a9fe', '2002:7f00:1::1', '0.0.0.0'])
      expect(await answer(host, { reach })).toBe('address_forbidden');
    const narrow = reachOf(['192.168.1.5']);
    expect(await answer('192.168.1.6', { reach: narrow })).toBe('address_forbidden');
    expect(await answer('::ffff:192.168.1.5', { reach: narrow })).toBe('::ffff:192.168.1.5');
  });

  it("use mail ports and the operator's additional ports", async () => {
    for (const port of [25, 465, 587, 2525, 143, 993]) expect(await answer('8.8.8.8', { port })).toBe('8.8.8.8');
    for (const port of [22, 80, 443, 5432, 6379, 65_535]) expect(await answer('8.8.8.8', { port })).toBe('port_forbidden');
    const reach = reachOf([], ['2526', '1025-1030']);
    for (const port of [2526, 1025, 1030]) expect(await answer('8.8.8.8', { port, reach })).toBe('8.8.8.8');
    expect(await answer('8.8.8.8', { port: 1031, reach })).toBe('port_forbidden');
    expect(['0', '70000', '5-4', 'x', '1-', ''].map(parsePortRange)).toEqual(Array.from({ length: 6 }, () => undefined));
  });

  it('[DEC-02] are limited to loopback in the demo', async () => {
    const reach = { ...internet, onlyLoopback: true };
    expect(await answer('127.0.0.1', { port: 3025, reach })).toBe('127.0.0.1');
    expect(await answer('8.8.8.8', { reach })).toBe('address_forbidden');
  });
});
