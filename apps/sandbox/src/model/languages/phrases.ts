/** Phrases of one language with `{placeholders}`. A list contains alternatives. */
export interface Phrases {
  /** For lists with "and". */
  code: string;
  description: {
    intro: readonly string[];
    duties: string;
    needs: string;
    more: string;
    close: readonly string[];
  };
  message: {
    hello: string;
    helloNobody: string;
    /** Why this person: `{title}` with `{company}`, or `{title}` alone. */
    work: readonly string[];
    workAlone: readonly string[];
    /** Skills that the job mentions. */
    match: string;
    skills: string;
    /** With and without a job title. */
    job: readonly string[];
    jobNameless: readonly string[];
    summary: string;
    duties: string;
    reminder: readonly string[];
    thanks: readonly string[];
    ask: readonly string[];
    askCall: readonly string[];
    noPressure: string;
    subject: { short: string; warm: string; detailed: string; nameless: string };
  };
}
