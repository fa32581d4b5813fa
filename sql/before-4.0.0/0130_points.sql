-- compatible-from: 0020
-- One function makes every change of points (sql/functions/change_points.sql). points_after stays for servers of the
-- previous release.
drop function if exists change_points(text, bigint, text, text, bigint, bigint, text, jsonb, text, text, text, text, boolean, bigint);
drop aggregate if exists points_after_all(bigint, text, bigint, bigint);
drop function if exists next_points(bigint, bigint, text, bigint, bigint);
