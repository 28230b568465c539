import type { SocialProblem } from '@headwater/domain/companies/social-sign-in';

/** A sign-in with a service ends here; the person is told why. */
export class SocialRefused extends Error {
  readonly problem: SocialProblem;
  /** Somebody who is signed in wanted to connect an account. */
  readonly connects: boolean;
  constructor(problem: SocialProblem, { connects = false, ...options }: ErrorOptions & { connects?: boolean } = {}) {
    super(problem, options);
    this.problem = problem;
    this.connects = connects;
  }
}
