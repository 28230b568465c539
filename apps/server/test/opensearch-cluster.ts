import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A real cluster on loopback, from the distribution that Maven Central has. */
export interface OpenSearchCluster {
  nodes: readonly string[];
  /** kill -9. */
  kill(node: number): Promise<void>;
  start(node: number): Promise<void>;
  /** Ends all nodes and deletes their data. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
const version = '3.4.0';
const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`;
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
const cache = join(import.meta.dirname, '../../../.cache/opensearch');
const nobody = 65_534;
const oldestJava = 21;
// A busy machine.
const startMs = 900_000;

/** JAVA_HOME, or another JDK of the machine that is new enough. */
function findJava(): string {
  const installed = existsSync('/usr/lib/jvm') ? readdirSync('/usr/lib/jvm').map((name) => join('/usr/lib/jvm', name)) : [];
  const homes = [...(process.env['JAVA_HOME'] ? [process.env['JAVA_HOME']] : []), ...installed];
  const found = homes.find((home) => {
    const release = join(home, 'release');
    const words = existsSync(release) ? readFileSync(release, 'utf8') : '';
    return Number(/JAVA_VERSION="(\d+)/.exec(words)?.[1] ?? 0) >= oldestJava;
  });
  if (found === undefined) throw new Error(`OpenSearch needs a JDK ${oldestJava} or newer: set JAVA_HOME`);
  return found;
}

async function fetchDistribution(java: string): Promise<string> {
  const home = join(cache, `opensearch-${version}`);
  if (existsSync(home)) return home;
  const folder = join(cache, `part-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, JAVA_HOME: java };
  await run('mvn', ['-q', '-B', `${plugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], { env });
  await run(join(java, 'bin/jar'), ['-xf', `opensearch-${version}.zip`], { cwd: folder });
  const [made] = readdirSync(folder).filter((name) => !name.endsWith('.zip'));
  renameSync(join(folder, made!), home);
  rmSync(folder, { recursive: true });
  return home;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Node {
  folder: string;
  http: number;
  transport: number;
  process?: ChildProcess;
}

const jvmOptions = (heap: string): string[] => [
  `-Xms${heap}`,
  `-Xmx${heap}`,
  '-Djava.io.tmpdir=${OPENSEARCH_TMPDIR}',
  '--add-modules=jdk.incubator.vector',
  '-javaagent:agent/opensearch-agent.jar',
];

/** OpenSearch refuses to run as root. */
const isRoot = process.getuid?.() === 0;

function chownAll(path: string): void {
  chownSync(path, nobody, nobody);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), nobody, nobody);
}

function configure(node: Node, { home, all, heap }: { home: string; all: readonly Node[]; heap: string }): void {
  const config = join(node.folder, 'config');
  cpSync(join(home, 'config'), config, { recursive: true });
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(node.folder, name), { recursive: true });
  const hosts = all.map(({ transport }) => `127.0.0.1:${transport}`);
  const names = all.map(({ http }) => `node-${http}`);
  const settings = {
    'cluster.name': `headwater-${all[0]!.http}`,
    'node.name': `node-${node.http}`,
    'path.data': join(node.folder, 'data'),
    'path.logs': join(node.folder, 'logs'),
    'http.host': '127.0.0.1',
    'http.port': node.http,
    'transport.host': '127.0.0.1',
    'transport.port': node.transport,
    'action.auto_create_index': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...(all.length === 1
      ? { 'discovery.type': 'single-node' }
      : { 'discovery.seed_hosts': hosts, 'cluster.initial_cluster_manager_nodes': names }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  writeFileSync(join(config, 'opensearch.yml'), `${lines.join('\n')}\n`);
  writeFileSync(join(config, 'jvm.options'), `${jvmOptions(heap).join('\n')}\n`);
  if (isRoot) chownAll(node.folder);
}

function startNode(home: string, java: string, node: Node): void {
  const output = openSync(join(node.folder, 'output.log'), 'a');
  const env = {
    PATH: process.env['PATH'],
    HOME: node.folder,
    JAVA_HOME: java,
    OPENSEARCH_PATH_CONF: join(node.folder, 'config'),
    OPENSEARCH_TMPDIR: join(node.folder, 'tmp'),
  };
  node.process = spawn('bash', [join(home, 'bin/opensearch')], {
    cwd: home,
    env,
    stdio: ['ignore', output, output],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
}

async function waitUntilUp(node: Node, nodes: number): Promise<void> {
  const { http, folder } = node;
  const end = performance.now() + startMs;
  const path = `/_cluster/health?wait_for_nodes=>=${nodes}&timeout=2s`;
  while (performance.now() < end && node.process?.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${http}${path}`).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(500);
  }
  throw new Error(`OpenSearch did not start: ${readFileSync(join(folder, 'output.log'), 'utf8').slice(-2_000)}`);
}

async function end(node: Node, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const child = node.process;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

export async function startOpenSearch(count: number, heap = '512m'): Promise<OpenSearchCluster> {
  const java = findJava();
  const home = await fetchDistribution(java);
  const root = mkdtempSync(join(tmpdir(), 'opensearch-'));
  if (isRoot) chownSync(root, nobody, nobody);
  const nodes: Node[] = [];
  for (let number = 0; number < count; number += 1) {
    const folder = join(root, String(number));
    mkdirSync(folder);
    nodes.push({ folder, http: await freePort(), transport: await freePort() });
  }
  for (const node of nodes) configure(node, { home, all: nodes, heap });
  const stop = async () => {
    await Promise.all(nodes.map((node) => end(node, 'SIGKILL')));
    rmSync(root, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) startNode(home, java, node);
    await Promise.all(nodes.map((node) => waitUntilUp(node, count)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes: nodes.map(({ http }) => `http://127.0.0.1:${http}`),
    kill: (number) => end(nodes[number]!, 'SIGKILL'),
    async start(number) {
      startNode(home, java, nodes[number]!);
      await waitUntilUp(nodes[number]!, 1);
    },
    stop,
  };
}
