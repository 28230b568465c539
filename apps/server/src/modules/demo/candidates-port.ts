export interface Arrival {
  number: number;
  /** Time of arrival, ISO 8601. */
  at: string;
  to: string;
  from: string;
  subject: string;
  html: string;
  messageId: string;
  /** List-Unsubscribe header, or ''. */
  unsubscribe: string;
}

export interface CandidateAnswer {
  kind: 'reply' | 'out_of_office' | 'bounce_hard' | 'bounce_soft' | 'complaint';
  text: string;
  language: 'en' | 'ru';
  /** Message-ID with angle brackets. Only the first answer with an id is sent. */
  id: string;
}

export interface Candidates {
  /** Sets the date of mail; null restores the system time. */
  setTime(at: Date | null): Promise<void>;
  arrivals(after: number): Promise<Arrival[]>;
  answer(arrival: Pick<Arrival, 'number'>, answer: CandidateAnswer): Promise<void>;
}
