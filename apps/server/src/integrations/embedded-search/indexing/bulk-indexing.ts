import type { DocumentReader, SearchDocument } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { releaseMemory } from '#platform/memory.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import { encodeDocument } from './encode-document.ts';
import { type Commands, ShardError } from '../shard/protocol.ts';
import { createOrdinals, type Ordinals } from '../format/ordinals.ts';

/** Terms get local numbers first; the coordinator maps them at the end. */

interface Work {
  builder: SegmentBuilder;
  terms: Ordinals;
}

/** Documents between two garbage collections, which otherwise would leave hundreds of megabytes. */
const collectEvery = 100_000;

type Handlers = {
  [Name in 'collect' | 'read' | 'terms' | 'seal']: (
    ask: Commands[Name]['ask'],
  ) => Commands[Name]['answer'] | Promise<Commands[Name]['answer']>;
};

export function createBulkIndexing(schema: SearchSchema): Handlers {
  const fields = Object.keys(schema.terms);
  let work: Work | undefined;
  const current = (): Work => (work ??= { builder: createSegmentBuilder(schema), terms: createOrdinals(fields) });
  const collect = (documents: readonly SearchDocument[]): Commands['collect']['answer'] => {
    const { builder, terms } = current();
    return documents.flatMap((document) => {
      try {
        builder.add(encodeDocument(schema, terms, document));
        return [];
      } catch (error) {
        return [{ id: document.id, reason: String(error) }];
      }
    });
  };
  return {
    collect: ({ documents }) => collect(documents),
    async read({ reader, part, counter }) {
      const refused: Commands['collect']['answer'] = [];
      const { readPart } = (await import(reader.module)) as DocumentReaderModule;
      let sinceCollected = 0;
      for await (const documents of readPart(reader.options, part)) {
        if (Atomics.load(counter, 1) !== 0) throw new ShardError('cancelled', 'the building was given up');
        refused.push(...collect(documents));
        Atomics.add(counter, 0, documents.length);
        sinceCollected += documents.length;
        if (sinceCollected < collectEvery) continue;
        sinceCollected = 0;
        releaseMemory();
      }
      return refused;
    },
    terms() {
      const { terms } = current();
      return Object.fromEntries(fields.map((field) => [field, terms.since(field, 0)]));
    },
    seal({ numbers }) {
      const { builder } = current();
      work = undefined;
      return builder.size > 0 ? builder.writeSegment(numbers) : undefined;
    },
  };
}

interface DocumentReaderModule {
  readPart: (options: DocumentReader['options'], part: Commands['read']['ask']['part']) => AsyncIterable<readonly SearchDocument[]>;
}
