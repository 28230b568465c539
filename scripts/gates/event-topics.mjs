// Each topic of the event stream is told by the server, and the web app says what it makes stale.
import { isTest } from '../prepare/sources.mjs';
import { checkout } from './tree.mjs';

const contract = 'packages/contract/src/events.ts';
const map = 'apps/web/src/lib/stale-queries.ts';

/** What is wrong with the topics of events, a line each. */
export function checkEventTopics(tree = checkout) {
  const topics = [...(tree.read(contract).match(/eventTopics = \[([^\]]*)\]/)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, topic]) => topic);
  if (topics.length === 0) return [`${contract}: no topics were found`];
  const server = tree
    .list('apps/server/src')
    .filter((file) => file.endsWith('.ts') && !isTest(file))
    .map(tree.read)
    .join('\n');
  const mapped = tree.read(map).match(/return \{([\s\S]*?)\n {2}\} satisfies/)?.[1] ?? '';
  return topics.flatMap((topic) => [
    ...(server.includes(`topic: '${topic}'`) ? [] : [`${contract}: nothing publishes the topic ${topic}`]),
    ...(new RegExp(`^ {4}${topic}\\b`, 'm').test(mapped) ? [] : [`${map}: says nothing of the topic ${topic}`]),
  ]);
}
