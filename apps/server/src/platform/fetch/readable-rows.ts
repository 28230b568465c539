import { z } from 'zod';

export interface UnreadableRow {
  id: string;
  reason: string;
}

const named = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

/** Rows of a list. A row of another form is set aside, because it must not make the others unreadable. */
export const readableRows = <Schema extends z.ZodType>(row: Schema) =>
  z.array(z.unknown()).transform((values) => {
    const rows: z.output<Schema>[] = [];
    const unreadable: UnreadableRow[] = [];
    for (const value of values) {
      const { data, error } = row.safeParse(value);
      if (error === undefined) rows.push(data);
      else {
        const [{ path, message } = { path: [], message: '' }] = error.issues;
        unreadable.push({ id: named.safeParse(value).data?.id ?? '?', reason: `${path.join('.')}: ${message}` });
      }
    }
    return { rows, unreadable };
  });
