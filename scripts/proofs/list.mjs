/**
 * Proofs in the order of `npm run proofs`: test files with all their cases (`files` are parts of
 * paths), or a command of bench/. docs/PROOFS.md describes them.
 */
export const proofs = [
  {
    name: 'access',
    proves: 'Every role, token and substitute calls every route with own, foreign, hidden and missing ids; no foreign row changes.',
    project: 'http',
    files: ['apps/server/test/access'],
  },
  {
    name: 'hostile-input',
    proves:
      'Every hostile value in every field and every id of every route gets an answer of the catalogue, and the API document names it.',
    project: 'http',
    files: ['apps/server/test/hostile', 'apps/server/test/openapi-errors'],
  },
  {
    name: 'linear-time',
    proves: 'Every reader of outside text takes time that grows with the length of the text, for every repetition.',
    project: 'unit',
    files: ['linear.test.ts'],
  },
  {
    name: 'killed-processes',
    proves:
      'After kill -9 of a process, the next one finishes its work once: e-mails, digests, messages, merges, enrichments, webhooks in order.',
    project: 'http',
    files: ['killed.http.proof.ts', 'session-leases.http.proof.ts'],
  },
  {
    name: 'lost-connections',
    proves: 'While the database is away, accounts at Telegram lose no message, and the queue runs each task once and stops at once.',
    project: 'http',
    files: ['telegram/database-away.http.proof.ts', 'queue/queue-away.http.proof.ts'],
  },
  {
    name: 'all-variants',
    proves:
      'Journeys that npm test runs in one variant hold in all: ended sessions, missing licenses, mail services, killed demos, failures of an ATS.',
    project: 'http',
    files: [
      'demo/history.http.test.ts',
      'messaging/license.http.test.ts',
      'companies/license.http.test.ts',
      'telegram/sessions.http.test.ts',
      'channels/mail-services.http.test.ts',
      'apps/server/src/integrations/',
    ],
  },
  {
    name: 'embedded-search',
    proves: 'The embedded engine answers 5,000 generated queries as the reference does, also through 300 changes, crashes and rebuilds.',
    project: 'unit',
    files: ['integrations/embedded-search/'],
  },
  {
    name: 'opensearch',
    proves: 'A real OpenSearch cluster, of one node and of three, answers as the reference does, through rebuilds, changes and lost nodes.',
    project: 'unit',
    files: ['integrations/opensearch/'],
  },
  {
    name: 'opensearch-product',
    proves: 'Two processes on one PostgreSQL search one OpenSearch cluster; own changes are found at once, and another writer takes over.',
    project: 'http',
    files: ['apps/server/test/opensearch.proof'],
  },
  {
    name: 'several-processes',
    proves:
      'Three API processes and three workers behind nginx, with S3: a rolling restart under 200 requests a second fails none, and a killed job continues.',
    project: 'http',
    files: ['apps/server/test/several-processes.proof'],
  },
  {
    name: 'pictures',
    proves: 'Every screen of a journey is readable in light and dark, English and Russian, on a desktop and on a phone.',
    project: 'browser',
    files: ['e2e/'],
  },
  {
    name: 'start',
    proves: 'npm start comes up after kill -9 of the server and PostgreSQL with every acknowledged write, and stops with npm.',
    project: 'browser',
    files: ['e2e/start.proof'],
  },
  {
    name: 'crash-mail',
    proves: 'Killed workers, a killed PostgreSQL and dropped lines lose no e-mail and send none twice.',
    bench: ['crash', '--kills', '60', '--recipients', '2000'],
  },
  {
    name: 'crash-mail-plain',
    proves: 'The same with a mail server that cannot be asked: at most the messages in flight are unknown.',
    bench: ['crash', '--plain', '--kills', '30', '--recipients', '1000'],
  },
  {
    name: 'crash-telegram',
    proves: 'Kills and dropped lines lose no message by Telegram and no answer, and repeat none.',
    bench: ['crash', '--channel', 'telegram', '--messages', '500', '--kills', '20'],
  },
  {
    name: 'crash-telegram-sequences',
    proves: 'Steps of mailings by Telegram arrive once, or by e-mail, and never after an answer, through kills and dropped lines.',
    bench: ['crash', '--channel', 'telegram', '--sequences'],
  },
  {
    name: 'crash-ats',
    proves: 'Kills and dropped lines while people are sent to an applicant-tracking system lose nobody and create nobody twice.',
    bench: ['crash', '--channel', 'ats', '--kills', '30'],
  },
  {
    name: 'mailing-model',
    proves: 'Random launches, stops, edits, answers, crashes and clock jumps end as a model of the rules says.',
    bench: ['model', '--runs', '500'],
  },
  {
    name: 'windows',
    proves: 'Send windows hold in all IANA zones on all days of 2024 to 2030.',
    bench: ['windows'],
  },
  {
    name: 'outgoing-mail',
    proves: 'Tricks in names, texts and addresses arrive as written, and the envelope holds the kept address alone.',
    bench: ['outgoing-mail', '--tricks', '200000'],
  },
  {
    name: 'tenancy',
    proves: 'No interleaved or aborted transaction of one pool reads a row of another company.',
    bench: ['tenancy'],
  },
  {
    name: 'hostile-requests',
    proves: 'Hostile requests of all kinds of people get no 5xx; /healthz answers and memory stays bounded.',
    bench: ['hostile', 'requests', '--requests', '10000'],
  },
  {
    name: 'hostile-messages',
    proves: 'Hostile messages stop no mailbox; /healthz answers and memory stays bounded.',
    bench: ['hostile', 'messages', '--messages', '2000'],
  },
];

/** Times, sizes and unknown outcomes are upper limits, kills a lower one, other values exact. */
export function isMet({ metric, value, target }) {
  if (target === null) return true;
  if (metric === 'kills') return value >= target;
  return /\b(?:ms|s|MB|seconds|unknown)\b/.test(metric) ? value <= target : value === target;
}

/** A run without a passed test has failed. */
export const requireTests = (result) =>
  result.passed === 0 && result.failures.length === 0 ? { ...result, failures: ['no test ran'] } : result;
