import type { SearchPort } from '#modules/search/port.ts';
import { describeTrouble } from './cluster.ts';
import type { OpenSearchOptions } from './writer.ts';

/** `searched` answers; `filled` only receives the documents and fails no search. */
export function fillBeside(searched: SearchPort, filled: Required<SearchPort>, log: OpenSearchOptions['log']): SearchPort {
  const fill = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      const { documents, version } = await filled.stats();
      log('info', 'the OpenSearch index is filled', { documents, version });
    } catch (error) {
      log('error', 'the OpenSearch index could not be filled', { error: describeTrouble(error) });
    }
  };
  let filling = Promise.resolve();
  return {
    ...searched,
    async open() {
      filling = fill(async () => {
        if ((await filled.open()).state !== 'loaded') await filled.rebuild();
      });
      return searched.open();
    },
    async rebuild(options) {
      filling = filling.then(() => fill(() => filled.rebuild()));
      await searched.rebuild(options);
    },
    async stats() {
      const { trouble } = await filled.stats();
      return { ...(await searched.stats()), ...(trouble === undefined ? {} : { trouble }) };
    },
    compare: () => filled.compare(),
    async close() {
      await Promise.all([searched.close(), filled.close()]);
      await filling;
    },
  };
}
