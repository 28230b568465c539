#!/bin/sh
# Run once by the PostgreSQL image, on an empty volume: the role that Headwater signs in as, and the database that it owns.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$HEADWATER_DATABASE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role headwater login createrole password :'password';
create database headwater owner headwater;
SQL
