import { setTimeout as sleep } from 'node:timers/promises';
import { SearchError } from '#modules/search/port.ts';
import { type Cluster, hasCause, isPassing, statusOf } from './cluster.ts';
import type { Json } from './mapping.ts';

interface Reached {
  index: string;
  version: number;
  /** Higher versions that the index contains already. */
  ahead: number[];
}

/** A rebuild that has not ended. Documents up to `lastId` are in the index. */
export interface Building {
  index: string;
  from: number;
  lastId: number;
  done: number;
  total: number;
}

/**
 * State that all processes share, one document per fingerprint of the mapping. Only the writer
 * changes more than `wanted`.
 */
export interface Control {
  /** Grows with each election. */
  epoch: number;
  active?: Reached;
  building?: Building;
  /** Rebuilds that were asked for and those that were done. */
  wanted: number;
  built: number;
  /** ISO 8601. */
  builtAt?: string;
  /** Why the last change was not written. */
  trouble?: string;
}

const empty: Control = { epoch: 0, wanted: 0, built: 0 };

export interface ControlStore {
  create(): Promise<void>;
  read(): Promise<Control>;
  /** Applies the change to the newest state. */
  update(change: (control: Control) => Control): Promise<Control>;
}

type Stored = { found?: boolean } & Record<'_seq_no' | '_primary_term', number | undefined> &
  Partial<Record<'_source', { state: Control }>>;

function readStored({ found = false, ...fields }: Stored) {
  return { found, state: fields['_source']?.state ?? empty, number: fields['_seq_no'] ?? 0, term: fields['_primary_term'] ?? 0 };
}

/** The state without one of its parts. */
export function without(state: Control, part: 'active' | 'building' | 'trouble'): Control {
  const left = { ...state };
  delete left[part];
  return left;
}

const attempts = 50;
const startPauseMs = 200;

export function createControlStore(cluster: Cluster, { index, id }: { index: string; id: string }): ControlStore {
  const readNow = async () => readStored((await cluster.ask<Stored>(`GET /${index}/_doc/${id}`, { ignore: [404] })).body);
  /** If another process creates the index, its shard may not have started. */
  const waitUntilReadable = async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readNow();
      } catch (error) {
        const isStarting = hasCause(error, 'illegal_index_shard_state_exception') || isPassing(error);
        if (!isStarting || attempt === attempts) throw error;
        await sleep(startPauseMs);
      }
    }
  };
  return {
    async create() {
      const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
      const mappings = { dynamic: 'strict', properties: { state: { type: 'object', enabled: false } } };
      await createIndex(cluster, index, { settings: { index: settings }, mappings });
      await waitUntilReadable();
    },
    async read() {
      return (await readNow()).state;
    },
    async update(change) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { found, state: known, number, term } = await readNow();
        const state = change(known);
        const query: Record<string, string | number> = found ? { if_seq_no: number, if_primary_term: term } : { op_type: 'create' };
        const { status } = await cluster.ask(`PUT /${index}/_doc/${id}`, { query, body: { state }, ignore: [409] });
        if (status !== 409) return state;
      }
      throw new SearchError('failed', 'the state of the index is changed by too many processes');
    },
  };
}

/** Returns once the index takes documents. An index of that name may exist. */
export async function createIndex(cluster: Cluster, index: string, body: Json): Promise<void> {
  try {
    await cluster.ask(`PUT /${index}`, { query: { wait_for_active_shards: 1 }, body });
  } catch (error) {
    if (!(statusOf(error) === 400 && hasCause(error, 'resource_already_exists_exception'))) throw error;
  }
}
