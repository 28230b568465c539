-- The password of the role that the application signs in with, sealed with the secret key. For the owner alone, who reads it at each start.
create table application_login (
  only_one boolean primary key default true check (only_one),
  sealed_password text not null
);
revoke all on application_login from headwater_app;
