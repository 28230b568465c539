import type { DocumentSource, SearchPort } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { elapsed, systemClock } from '#platform/clock.ts';
import { openCluster } from '../cluster.ts';
import type { IndexSettings } from '../mapping.ts';
import { createOpenSearch, type OpenSearchPort } from '../opensearch.ts';
import type { Election, Lease, OpenSearchLimits } from '../writer.ts';

/** Election within one process, as PostgreSQL does it among several. */
export function createElection(): Election & { expire(): void } {
  let holder: object | undefined;
  return {
    async tryLead(): Promise<Lease | undefined> {
      if (holder) return undefined;
      const own = {};
      holder = own;
      return {
        isHeld: () => holder === own,
        async release() {
          if (holder === own) holder = undefined;
        },
      };
    },
    expire: () => (holder = undefined),
  };
}

export interface Opened {
  nodes: readonly string[];
  name: string;
  source: DocumentSource;
  schema: SearchSchema;
  election: Election;
  settings?: Partial<IndexSettings>;
  limits?: Partial<OpenSearchLimits>;
  log?: (level: string, message: string, fields?: object) => void;
}

function failOnError(level: string, message: string, fields?: object): void {
  if (level === 'error') throw new Error(`${message} ${JSON.stringify(fields)}`);
}

export const openPort = ({ nodes, settings, limits, log = failOnError, ...options }: Opened): OpenSearchPort =>
  createOpenSearch(openCluster({ nodes }), {
    ...options,
    settings: { shards: 1, replicas: undefined, ...settings },
    clock: elapsed,
    now: () => systemClock.now(),
    log,
    // A busy machine.
    limits: { followMs: 20, refreshMs: 0, timeMs: 60_000, ...limits },
  });

/** A run of the suite has one name, so that a reopened port finds its index. */
export function conformingAdapter(name: string, cluster: { nodes: () => readonly string[]; settings?: Partial<IndexSettings> }) {
  const election = createElection();
  let run = 0;
  let isKept = false;
  return {
    name,
    async open(source: DocumentSource, schema: SearchSchema): Promise<SearchPort> {
      if (!isKept) run += 1;
      isKept = false;
      const { settings = {} } = cluster;
      const port = openPort({ nodes: cluster.nodes(), name: `conformance-${process.pid}-${run}`, source, schema, election, settings });
      await port.open();
      return port;
    },
    async close(port: SearchPort, { keepsFiles, crashed = false }: { keepsFiles: boolean; crashed?: boolean }): Promise<void> {
      isKept = keepsFiles;
      // The next writer is elected while the killed one may still be writing.
      if (crashed) election.expire();
      await port.close();
    },
  };
}
