import { expect, it } from 'vitest';
import { parseScannerAddress } from './address.ts';

it('reads host:port and socket paths', () => {
  expect(parseScannerAddress('127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310 });
  expect(parseScannerAddress('clamd.acme.example:3310')).toEqual({ host: 'clamd.acme.example', port: 3310 });
  expect(parseScannerAddress('[::1]:3310')).toEqual({ host: '::1', port: 3310 });
  expect(parseScannerAddress('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  for (const wrong of ['', 'clamd', 'clamd:', 'clamd:0', 'clamd:70000', 'tcp://clamd:3310', 'a b:3310'])
    expect(parseScannerAddress(wrong)).toBeUndefined();
});
