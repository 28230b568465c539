export interface Figure {
  name: string;
  help: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export type ReadFigures = () => Promise<Figure[]>;
