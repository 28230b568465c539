export const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A `select` changes rows in its `with` part, or adds a task. */
const changesInside = /\b(?:insert into|delete from|merge into|update (?!skip|nowait)[\w"]|enqueue_task)/i;

let writes = 0;

/** Statements of this process that changed rows, or may have. */
export const countWrites = () => writes;

export function noteStatement({ sql, command, rowCount }: { sql: string; command: string; rowCount: number | null }): void {
  if (changing.has(command) ? (rowCount ?? 0) > 0 : changesInside.test(sql)) writes += 1;
}
