import type { Generated } from 'kysely';

// A type alias, as Kysely wants an index signature.
export type SocialSignInTables = {
  social_sign_ins: {
    state_hash: Buffer;
    backend: string;
    browser_hash: Buffer;
    /** Sealed. */
    secrets: string;
    next: string | null;
    session_hash: Buffer | null;
    expires_at: Date;
  };
  social_steps: {
    id: Generated<string>;
    browser_hash: Buffer;
    backend: string;
    kind: 'newcomer' | 'password' | 'code';
    /** Sealed. */
    about: string;
    next: string | null;
    expires_at: Date;
  };
};
