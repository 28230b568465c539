import type { Generated } from 'kysely';

// Kysely requires an index signature, which only type aliases have.
export type SocialSignInTables = {
  social_sign_ins: {
    state_hash: Buffer;
    backend: string;
    browser_hash: Buffer;
    /** Encrypted. */
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
    /** Encrypted. */
    about: string;
    next: string | null;
    expires_at: Date;
  };
};
