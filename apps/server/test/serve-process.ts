import { builtPrograms } from '../src/platform/program.ts';

/** `npm start -- api` or `worker` in a child process, with the programs of the test run. */
const [programs = '[]', ...words] = process.argv.slice(2);
for (const [source, built] of JSON.parse(programs) as [string, string][]) builtPrograms.set(source, built);
// Ends with the process of the test.
process.stdin.resume().once('end', () => process.exit(1));
process.argv.splice(2, Infinity, ...words);
await import('../src/main.ts');
