import { expect, it } from 'vitest';
import { passkeyOrigin } from './visitor-services.ts';

it.each([
  [undefined, '127.0.0.1:3000', 'http://localhost:3000'],
  [undefined, 'localhost', 'http://localhost'],
  [undefined, '[::1]:3000', 'http://localhost:3000'],
  ['https://headwater.example/', 'other.example', 'https://headwater.example'],
  ['https://headwater.example:8443', 'headwater.example:8443', 'https://headwater.example:8443'],
  ['http://headwater.example', 'headwater.example', undefined],
  ['https://192.0.2.1', '192.0.2.1', undefined],
  ['https://[2001:db8::1]', '[2001:db8::1]', undefined],
  ['http://localhost:3000', 'localhost:3000', 'http://localhost:3000'],
])('passkeys: with public address %s and request to %s, the origin is %s', (address, host, origin) => {
  expect(passkeyOrigin({ HEADWATER_URL: address })(host)).toBe(origin);
});
