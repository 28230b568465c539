-- ADR 70: when and how it was shown that an account is that of the provider's person: by the provider, by a link that went to the address of the account, or
-- by a sign-in of its person. Null: nobody has, as of links that were made before this; an administrator shows it at their next sign-in through the provider.
alter table sso_identities add column proved_at timestamptz;
alter table sso_identities add column proof text check (proof in ('provider', 'link', 'sign_in'));
alter table sso_identities add constraint sso_identities_proved check ((proved_at is null) = (proof is null));
-- Its person sees it among what signs them in, and removes it.
alter table sso_identities add column id bigint generated always as identity;
alter table sso_identities add constraint sso_identities_id unique (id);
