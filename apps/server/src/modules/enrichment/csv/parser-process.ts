import { ready } from '#platform/child/bounded-process.ts';
import { type CsvRequest, parseCsv } from './parse-csv.ts';

/** The child process: reads files one by one for its parent, and ends with it. */
process.on('message', (request: CsvRequest) => process.send?.(parseCsv(request)));
process.on('disconnect', () => process.exit(0));
process.send?.(ready);
