-- Run once by the PostgreSQL container, as its superuser, when its volume is empty: the two roles of the server.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv server_password DATABASE_SERVER_PASSWORD

-- Owns the tables: migrations, backup and restore.
create role community_owner login password :'owner_password';
-- Serves requests and works on jobs; the migration gives it its rights.
create role community_server login password :'server_password';

alter database community owner to community_owner;
revoke all on database community from public;
grant connect on database community to community_server;
-- backup restore loads tables with their triggers off
grant set on parameter session_replication_role to community_owner;
