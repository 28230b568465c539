export interface Phrases {
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
    work: readonly string[];
    workAlone: readonly string[];
    match: string;
    skills: string;
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
