import { expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock.ts';
import { createCaller } from '#platform/fetch/api-caller.ts';
import { defineIntegration } from '#modules/connections/integration-port.ts';
import { readEnv } from './env.ts';

it('[I18N-002] [I18N-007] [I18N-009] [SHELL-060] reads two brandings: names, hosts, marks, links and apps', () => {
  const none = { logo: undefined, festiveLogo: undefined, links: { extension: null, help: null }, requestDemo: null };
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

it('reads networks and ports of mail servers, and names invalid ones', () => {
  const { mailReach } = readEnv({ HEADWATER_MAIL_NETWORKS: '10.0.0.0/8, fd12::1', HEADWATER_MAIL_PORTS: '2526,1025-1030' });
  expect(mailReach.networks.map(([address, bits]) => `${address}/${bits}`)).toEqual(['10.0.0.0/8', 'fd12::1/128']);
  expect(mailReach.ports).toEqual([
    { from: 2526, to: 2526 },
    { from: 1025, to: 1030 },
  ]);
  expect(readEnv({}).mailReach).toEqual({ networks: [], ports: [] });
  expect(() => readEnv({ HEADWATER_MAIL_NETWORKS: 'intranet' })).toThrow('HEADWATER_MAIL_NETWORKS');
  expect(() => readEnv({ HEADWATER_MAIL_PORTS: '99999' })).toThrow('99999');
});

it('[ACC-006] offers the listed sign-in services and requires credentials for each', () => {
  const google = { HEADWATER_GOOGLE_CLIENT_ID: 'id', HEADWATER_GOOGLE_CLIENT_SECRET: 'secret' };
  expect(readEnv(google).signInWith).toEqual([]);
  expect(readEnv({ ...google, HEADWATER_SIGN_IN_WITH: 'google' }).signInWith).toEqual([
    { name: 'google', clientId: 'id', clientSecret: 'secret' },
  ]);
  expect(() => readEnv({ ...google, HEADWATER_SIGN_IN_WITH: 'google,microsoft' })).toThrow('HEADWATER_MICROSOFT_CLIENT_ID');
  expect(() => readEnv({ HEADWATER_SIGN_IN_WITH: 'facebook' })).toThrow('HEADWATER_SIGN_IN_WITH');
});

it('[SHELL-035] [SHELL-032] enables the survey if both settings are set, and accepts web addresses only', () => {
  expect(readEnv({ HEADWATER_SURVEY_URL: 'https://survey.test/' }).survey).toBeNull();
  expect(readEnv({ HEADWATER_SURVEY_ACCOUNT: 'acme' }).survey).toBeNull();
  expect(readEnv({ HEADWATER_SURVEY_URL: 'https://survey.test/', HEADWATER_SURVEY_ACCOUNT: 'acme' }).survey).toEqual({
    address: 'https://survey.test/',
    account: 'acme',
  });
  expect(() => readEnv({ HEADWATER_SURVEY_URL: 'survey.test' })).toThrow('HEADWATER_SURVEY_URL');
  expect(() => readEnv({ HEADWATER_ERROR_REPORT_URL: 'file:///etc' })).toThrow('HEADWATER_ERROR_REPORT_URL');
});

const isLocal = (host: string) => readEnv({ HEADWATER_HOST: host }).loopback;

it('recognizes loopback addresses, also next to similar ones', () => {
  const hosts = [
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '0:0:0:0:0:0:0:1',
    'localhost',
    '127.0.0.1.nip.io',
    '127.example.com',
    '0.0.0.0',
    '::',
    '::ffff:10.0.0.1',
  ];
  expect(hosts.filter(isLocal)).toEqual(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', 'localhost']);
  expect(() => readEnv({ HEADWATER_HOST: '127.0.0.1.nip.io', HEADWATER_DEMO: 'on' })).toThrow('Demo mode');
});

const key = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64url');

it('accepts valid web push keys only', () => {
  expect(readEnv({ HEADWATER_PUSH_KEY: key(7) }).HEADWATER_PUSH_KEY).toBe(key(7));
  for (const wrong of [key(0), key(255), key(7, 31), key(7, 33)]) {
    expect(() => readEnv({ HEADWATER_PUSH_KEY: wrong })).toThrow('HEADWATER_PUSH_KEY');
  }
});

it('reads and checks the settings of each integration', () => {
  const opened: unknown[] = [];
  const integration = defineIntegration({
    name: 'acme',
    title: 'Acme',
    settings: z.object({ HEADWATER_ACME_URL: z.url().optional(), HEADWATER_ACME_PAGES: z.coerce.number().default(7) }),
    open: (_services, settings) => {
      opened.push(settings);
      return {};
    },
  });
  const services = {
    clock: systemClock,
    sandboxUrl: undefined,
    sandboxClient: undefined,
    refreshPeople: async () => undefined,
    openCaller: () => createCaller({ timeoutMs: 1 }),
  };
  for (const one of readEnv({ HEADWATER_ACME_URL: 'https://acme.test', HEADWATER_PORT: '1' }, [integration]).integrations)
    one.open(services);
  for (const one of readEnv({ HEADWATER_ACME_URL: '' }, [integration]).integrations) one.open(services);
  expect(opened).toEqual([{ HEADWATER_ACME_URL: 'https://acme.test', HEADWATER_ACME_PAGES: 7 }, { HEADWATER_ACME_PAGES: 7 }]);
  expect(() => readEnv({ HEADWATER_ACME_PAGES: 'many' }, [integration])).toThrow('HEADWATER_ACME_PAGES is wrong');
});

it('searches with an OpenSearch cluster if its nodes are named', () => {
  expect(readEnv({}).openSearch).toBeUndefined();
  const nodes = 'https://one.test:9200, https://two.test:9200';
  expect(readEnv({ HEADWATER_OPENSEARCH_URL: nodes }).openSearch).toEqual({
    nodes: ['https://one.test:9200', 'https://two.test:9200'],
    user: undefined,
    password: undefined,
    ca: undefined,
    isSearched: true,
    name: 'headwater',
    settings: { shards: 1, replicas: undefined },
    refreshMs: 200,
  });
  expect(() => readEnv({ HEADWATER_OPENSEARCH_URL: 'search.test:9200' })).toThrow('HEADWATER_OPENSEARCH_URL');
  expect(() => readEnv({ HEADWATER_OPENSEARCH_URL: nodes, HEADWATER_OPENSEARCH_USER: 'me' })).toThrow('HEADWATER_OPENSEARCH_PASSWORD');
  expect(() => readEnv({ HEADWATER_OPENSEARCH_URL: nodes, HEADWATER_OPENSEARCH_CA: '/nowhere.pem' })).toThrow('/nowhere.pem');
});
