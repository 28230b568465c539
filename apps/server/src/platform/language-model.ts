/** One question to a language model. What it answers is anybody's guess: check it before use. Put no more of people into it than the answer needs. */
export interface ModelQuestion {
  /** What the model is to do. */
  task: string;
  /** What it is to do it with. */
  input: string;
  /** JSON schema of the answer, with the name that the wire wants; absent: free text. */
  answer?: { name: string; schema: Readonly<Record<string, unknown>> };
  signal?: AbortSignal | undefined;
}

/** A configured language model. Modules know this and no vendor. */
export interface LanguageModel {
  /** Throws LanguageModelError where no answer came in time. */
  ask(question: ModelQuestion): Promise<string>;
}

export class LanguageModelError extends Error {}
