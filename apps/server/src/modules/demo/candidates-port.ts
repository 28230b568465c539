/** A message in the inbox of somebody whom the demo has written to. */
export interface Arrival {
  /** Its place among all messages that have arrived, from 1. */
  number: number;
  /** When it arrived, ISO 8601. */
  at: string;
  /** Whose inbox. */
  to: string;
  from: string;
  subject: string;
  html: string;
  messageId: string;
  /** The header List-Unsubscribe; '' without one. */
  unsubscribe: string;
}

export interface CandidateAnswer {
  kind: 'reply' | 'out_of_office' | 'bounce_hard' | 'bounce_soft' | 'complaint';
  text: string;
  language: 'en' | 'ru';
  /** Message-ID with angle brackets: under the same one only the first answer is sent. */
  id: string;
}

/** The people whom the demo writes to, at their mail server. Nobody real is among them. */
export interface Candidates {
  /** Mail is dated by that moment; null: by the time of this machine again. */
  setTime(at: Date | null): Promise<void>;
  /** Messages behind that number, in the order of their arrival. */
  arrivals(after: number): Promise<Arrival[]>;
  answer(arrival: Pick<Arrival, 'number'>, answer: CandidateAnswer): Promise<void>;
}
