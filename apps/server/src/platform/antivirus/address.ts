import type { NetConnectOpts } from 'node:net';

export type ScannerAddress = Extract<NetConnectOpts, { port: number }> | Extract<NetConnectOpts, { path: string }>;

export function parseScannerAddress(text: string): ScannerAddress | undefined {
  if (text.startsWith('/')) return { path: text };
  const [, ipv6, host = ipv6, digits] = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return host !== undefined && port > 0 && port < 65_536 ? { host, port } : undefined;
}
