import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

it('[I18N-002] [I18N-007] [I18N-009] [SHELL-060] reads two brandings: names, hosts, marks, links and apps', () => {
  const none = { logo: undefined, festiveLogo: undefined, links: { extension: null, help: null } };
  expect(readEnv({}).brandings).toEqual([
    { name: 'Headwater', hosts: [], apps: undefined, ...none },
    { name: 'Исток', hosts: ['*.ru', '*.su', '*.рф'], apps: ['messenger', 'gmail', 'huntflow-import'], ...none },
  ]);
  const [first, second] = readEnv({
    HEADWATER_NAME: 'Acme People',
    HEADWATER_HOSTS_RU: 'люди.example.com, people.example.ru',
    HEADWATER_LOGO_RU: '/etc/acme/mark.svg',
    HEADWATER_APPS: 'none',
    HEADWATER_HELP_URL: 'https://help.test/',
    HEADWATER_HELP_URL_RU: 'https://help.test/ru/',
    HEADWATER_EXTENSION_URL: '',
  }).brandings;
  expect(first).toMatchObject({ name: 'Acme People', apps: [], links: { extension: null, help: 'https://help.test/' } });
  expect(second).toMatchObject({
    hosts: ['люди.example.com', 'people.example.ru'],
    logo: '/etc/acme/mark.svg',
    links: { extension: null, help: 'https://help.test/ru/' },
  });
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
