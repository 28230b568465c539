/** A metric. Labels come from fixed lists: no names, addresses or ids. */
export interface Figure {
  /** Without the product prefix. */
  name: string;
  help: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export type ReadFigures = () => Promise<Figure[]>;
