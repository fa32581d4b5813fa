-- Run by the PostgreSQL container as superuser when its volume is empty: creates the two roles of the server.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv server_password DATABASE_SERVER_PASSWORD

-- Owns the tables. For migrations, backup and restore.
create role community_owner login password :'owner_password';
-- For servers and workers; the migration grants its privileges.
create role community_server login password :'server_password';

alter database community owner to community_owner;
revoke all on database community from public;
grant connect on database community to community_server;
-- backup restore disables triggers
grant set on parameter session_replication_role to community_owner;
