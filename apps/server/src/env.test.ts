import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

it('[SHELL-060] reads the addresses of Extension and Help by branding', () => {
  expect(readEnv({}).menuLinks).toEqual({ en: { extension: null, help: null }, ru: { extension: null, help: null } });
  expect(
    readEnv({ HEADWATER_HELP_URL: 'https://help.test/', HEADWATER_HELP_URL_RU: 'https://help.test/ru/', HEADWATER_EXTENSION_URL: '' })
      .menuLinks,
  ).toEqual({ en: { extension: null, help: 'https://help.test/' }, ru: { extension: null, help: 'https://help.test/ru/' } });
  expect(() => readEnv({ HEADWATER_HELP_URL: 'javascript:alert(1)' })).toThrow('HEADWATER_HELP_URL');
});
