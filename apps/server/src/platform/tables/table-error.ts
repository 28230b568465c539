import type { TableFaultKey } from '@headwater/domain/profiles/table-import';

/** The file as a whole cannot be read. */
export class TableError extends Error {
  readonly fault: TableFaultKey;
  constructor(fault: TableFaultKey) {
    super(fault);
    this.fault = fault;
  }
}
