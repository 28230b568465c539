/** One value for monitoring. Labels are words of a fixed list: no names, no addresses, no ids. */
export interface Figure {
  /** Without the prefix of the product. */
  name: string;
  help: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export type ReadFigures = () => Promise<Figure[]>;
