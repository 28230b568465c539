export type StepErrors = Readonly<Record<string, string>>;
