import type { Installation } from './installation.ts';

/** Required column values; a list matches any item. */
export type Where<Row> = { readonly [Column in keyof Row]?: Row[Column] | readonly Row[Column][] };
export type Values<Row> = { readonly [Column in keyof Row]?: Row[Column] };

/** Direct access to the rows of a table, bypassing API and modules. */
export interface Rows<Row extends object> {
  /** Returns the complete row with defaults. */
  insert(values: Values<Row>): Promise<Row>;
  /** Returns the changed rows. */
  update(where: Where<Row>, values: Values<Row>): Promise<Row[]>;
  /** Ordered by id. */
  find(where?: Where<Row>): Promise<Row[]>;
  /** The first match; throws without one. */
  one(where: Where<Row>): Promise<Row>;
  delete(where: Where<Row>): Promise<void>;
}

const listed = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined);

function conditionOf(where: object, before = 0) {
  const given = listed(where);
  const text = given.map(([column, value], index) =>
    Array.isArray(value) ? `${column} = any($${before + index + 1})` : `${column} is not distinct from $${before + index + 1}`,
  );
  return { text: ['true', ...text].join(' and '), values: given.map(([, value]) => value as unknown) };
}

export function rowsOf<Row extends object>({ sql }: Pick<Installation, 'sql'>, table: string): Rows<Row> {
  async function find(where: object = {}): Promise<Row[]> {
    const { text, values } = conditionOf(where);
    return sql<Row>(`select * from ${table} where ${text} order by 1`, values);
  }
  return {
    async insert(values) {
      const given = listed(values);
      const columns = given.map(([column]) => column).join(', ');
      const places = given.map((_, index) => `$${index + 1}`).join(', ');
      const [row] = await sql<Row>(
        `insert into ${table} (${columns}) values (${places}) returning *`,
        given.map(([, value]) => value as unknown),
      );
      return row as Row;
    },
    update(where, values) {
      const given = listed(values);
      const condition = conditionOf(where, given.length);
      const changes = given.map(([column], index) => `${column} = $${index + 1}`).join(', ');
      return sql<Row>(`update ${table} set ${changes} where ${condition.text} returning *`, [
        ...given.map(([, value]) => value as unknown),
        ...condition.values,
      ]);
    },
    find,
    async one(where) {
      const [row] = await find(where);
      if (!row) throw new Error(`${table} has no such row: ${JSON.stringify(where)}`);
      return row;
    },
    async delete(where) {
      const { text, values } = conditionOf(where);
      await sql(`delete from ${table} where ${text}`, values);
    },
  };
}
