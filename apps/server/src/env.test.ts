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

it('[SHELL-035] [SHELL-032] takes a survey where both its settings are there, and addresses of the web alone', () => {
  expect(readEnv({ HEADWATER_SURVEY_URL: 'https://survey.test/' }).survey).toBeNull();
  expect(readEnv({ HEADWATER_SURVEY_ACCOUNT: 'acme' }).survey).toBeNull();
  expect(readEnv({ HEADWATER_SURVEY_URL: 'https://survey.test/', HEADWATER_SURVEY_ACCOUNT: 'acme' }).survey).toEqual({
    address: 'https://survey.test/',
    account: 'acme',
  });
  expect(() => readEnv({ HEADWATER_SURVEY_URL: 'survey.test' })).toThrow('HEADWATER_SURVEY_URL');
  expect(() => readEnv({ HEADWATER_ERROR_REPORT_URL: 'file:///etc' })).toThrow('HEADWATER_ERROR_REPORT_URL');
});
