import { ready } from '#platform/child/bounded-process.ts';
import { type CsvRequest, parseCsv } from './parse-csv.ts';

/** The child process: reads one file at a time for its parent and ends with it. */
process.on('message', (request: CsvRequest) => process.send?.(parseCsv(request)));
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
