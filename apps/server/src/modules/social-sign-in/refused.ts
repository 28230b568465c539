import type { SocialProblem } from '@headwater/domain/companies/social-sign-in';

export class SocialRefused extends Error {
  readonly problem: SocialProblem;
  /** Failed while linking an account. */
  readonly connects: boolean;
  constructor(problem: SocialProblem, { connects = false, ...options }: ErrorOptions & { connects?: boolean } = {}) {
    super(problem, options);
    this.problem = problem;
    this.connects = connects;
  }
}
