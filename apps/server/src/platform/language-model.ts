/** Validate the answer before use. Minimize personal data in the question. */
export interface ModelQuestion {
  task: string;
  input: string;
  /** JSON schema of the answer with a name for the API; undefined: free text. */
  answer?: { name: string; schema: Readonly<Record<string, unknown>> };
  signal?: AbortSignal | undefined;
}

export interface LanguageModel {
  /** Throws LanguageModelError if no answer arrives in time. */
  ask(question: ModelQuestion): Promise<string>;
}

export class LanguageModelError extends Error {}
